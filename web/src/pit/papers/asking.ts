/** What the page of papers asks the house, and what is chosen there. */

import { ask } from "../../lib/api";
import type { ChangeShown, EarlierPack, EditionShown, Letterhead, PaperShown, PapersPage, Supplied } from "../../lib/types";

/** What papers are printed for: a table, or else a game as the house usually has it. */
export interface Choice {
  table: string;
  game: string;
  jurisdiction: string;
  submission: string;
  readings: Record<string, string>;
  pay: Record<string, string>;
  day: string;
}

export function newChoice(page: PapersPage, table: string): Choice {
  const named = page.tables.find((each) => each.id === table) ?? page.tables[0];
  return {
    table: named?.id ?? "",
    game: named?.game ?? page.games[0]?.id ?? "",
    jurisdiction: named?.jurisdiction ?? "general",
    submission: "",
    readings: {},
    pay: {},
    day: "",
  };
}

/** A choice compared with something: `manual`, `table:ID` or `pack:ID`. */
export function comparedWith(query: string, against: string): string {
  return `${query}&${new URLSearchParams({ against })}`;
}

/** A choice as an address says it; what is left as usual is not sent. */
export function queryOf(choice: Choice): string {
  const query = new URLSearchParams();
  if (choice.table) {
    query.set("table", choice.table);
  } else {
    query.set("game", choice.game);
    query.set("jurisdiction", choice.jurisdiction);
    for (const [id, option] of Object.entries(choice.readings)) query.append("reading", `${id}=${option}`);
    for (const [key, odds] of Object.entries(choice.pay)) if (odds.trim()) query.append("pay", `${key}=${odds.trim()}`);
    if (choice.day) query.set("day", choice.day);
  }
  if (choice.submission) query.set("submission", choice.submission);
  return query.toString();
}

export const papers = {
  page: () => ask<PapersPage>("GET", "/papers"),
  edition: (query: string) => ask<EditionShown>("GET", `/papers/edition?${query}`),
  document: (name: string, query: string) => ask<PaperShown>("GET", `/papers/documents/${name}?${query}`),
  change: (query: string) => ask<ChangeShown>("GET", `/papers/change?${query}`),
  sendManifest: (manifest: string) => ask<EarlierPack>("POST", "/papers/manifests", { manifest }),
  setLetterhead: (letterhead: Letterhead) => ask<Letterhead>("PUT", "/papers/letterhead", letterhead),
  setSupplied: (supplied: Supplied) => ask<Supplied>("PUT", "/papers/supplied", supplied),
  setLogo: (svg: string) => ask<unknown>("PUT", "/papers/logo", { svg }),
};

/** Where a document is fetched as a file. */
export function fileOf(name: string, kind: "pdf" | "svg", query: string): string {
  return `/api/papers/documents/${name}.${kind}?${query}`;
}

/** Where every document is fetched in one file. */
export function packOf(query: string): string {
  return `/api/papers/pack.zip?${query}`;
}

/** Where a page is fetched as a picture; a document that was printed anew is fetched anew. */
export function pictureOf(paper: PaperShown, page: number, query: string): string {
  return `/api/papers/documents/${paper.name}/pages/${page}.png?${query}&of=${paper.sha256.slice(0, 12)}`;
}

/** >>> sizeOf(226000) is "226 kB". */
export function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
