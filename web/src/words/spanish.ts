/** Every area in Spanish, in one piece; but for those that few people open, which come with their view. */
const files = import.meta.glob<Record<string, string>>(["../../words/es/*.json", "!../../words/es/workbench.json", "!../../words/es/audit.json"], {
  eager: true,
  import: "default",
});

export const SPANISH = Object.fromEntries(
  Object.entries(files).map(([path, catalogue]) => [path.replace(/^.*\/|\.json$/g, ""), catalogue]),
);
