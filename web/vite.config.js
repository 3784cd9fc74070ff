// The page is built into the package, where the house serves it from.
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

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

export default defineConfig({
  base: "/",
  plugins: [svelte(), reader()],
  build: {
    outDir: "../tablewright/house/page",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://localhost:8000", ws: true } } },
});
