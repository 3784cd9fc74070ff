/** The link that holds everything: both versions, what is looked at, and what was typed there. */

export interface Held {
  a: string;
  b: string;
  show: string;
  /** What the tools were asked, by a short name. */
  asked: Record<string, string>;
}

const AT = "#/workbench";

/** >>> held("#/workbench/duki4~ace_high-only?b=duki4&show=bank") has both versions. */
export function held(hash: string): Held {
  const [path = "", query = ""] = hash.slice(AT.length).replace(/^\//, "").split("?");
  const { b = "", show = "", ...asked } = Object.fromEntries(new URLSearchParams(query));
  return { a: path, b, show, asked };
}

export function linkTo({ a, b, show, asked }: Held): string {
  const said = Object.entries({ b, show, ...asked }).filter(([, value]) => value);
  const query = said.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%20", "+")}`).join("&");
  return `${AT}${a ? `/${a}` : ""}${query ? `?${query}` : ""}`;
}
