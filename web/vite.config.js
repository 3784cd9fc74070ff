// The page is built into the package, where the house serves it from.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { png } from "./icons.js";

/** The reader of the house's addresses, served from the house and not from elsewhere. */
function reader() {
  const files = ["swagger-ui-bundle.js", "swagger-ui.css"];
  return {
    name: "reader-of-addresses",
    generateBundle() {
      for (const name of files) {
        const source = readFileSync(`node_modules/swagger-ui-dist/${name}`);
        this.emitFile({ type: "asset", fileName: `reader/${name}`, source });
      }
    },
  };
}

const APP = {
  name: "Tablewright",
  short_name: "Tablewright",
  description: "Casino table games: sit down at a table, deal one, or watch over the pit.",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#16120e",
  theme_color: "#241811",
  icons: [
    { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** What makes the page an app: its manifest, its icons, and the worker that keeps the shell. */
function app() {
  return {
    name: "installable-app",
    generateBundle(_, bundle) {
      const svg = readFileSync("public/icon.svg", "utf-8");
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      emit("manifest.webmanifest", JSON.stringify(APP));
      for (const size of [180, 192, 512]) emit(`icon-${size}.png`, png(svg, size));
      emit("icon-maskable.png", png(svg, 512, { isMaskable: true }));
      const shell = ["/", "/icon.svg", "/manifest.webmanifest", ...firstFiles(bundle)];
      const version = createHash("sha256").update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 12);
      const worker = readFileSync("service-worker.js", "utf-8")
        .replace('VERSION = ""', `VERSION = ${JSON.stringify(version)}`)
        .replace("SHELL = []", `SHELL = ${JSON.stringify(shell)}`);
      emit("service-worker.js", worker);
    },
  };
}

/** The files without which nothing is shown: the first piece of code, what it imports, their styles; each language. */
function firstFiles(bundle) {
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  const found = new Set();
  const add = (name) => {
    if (found.has(name) || !bundle[name]) return;
    found.add(name);
    const { imports = [], viteMetadata } = bundle[name];
    imports.forEach(add);
    viteMetadata?.importedCss?.forEach((each) => found.add(each));
  };
  chunks.filter((each) => each.isEntry || each.name === "spanish").forEach((each) => add(each.fileName));
  return [...found].map((each) => `/${each}`);
}

export default defineConfig({
  base: "/",
  plugins: [svelte(), reader(), app()],
  build: {
    outDir: "../tablewright/house/page",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://localhost:8000", ws: true } } },
});
