/** Every area in Spanish, in one piece. */
const files = import.meta.glob<Record<string, string>>("../../words/es/*.json", { eager: true, import: "default" });

export const SPANISH = Object.fromEntries(
  Object.entries(files).map(([path, catalogue]) => [path.replace(/^.*\/|\.json$/g, ""), catalogue]),
);
