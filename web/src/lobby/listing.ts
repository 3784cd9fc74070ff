/** Which tables the lobby lists, in which order; the choice is written in the address, so that it can be shared. */
import type { LobbyRow } from "../lib/types";

export const KINDS = ["practice", "money", "rehearsal"] as const;
export type Kind = (typeof KINDS)[number];

export const SORTS = ["yours", "seats", "minimum", "players", "name"] as const;
export type Sort = (typeof SORTS)[number];

export interface Choice {
  search: string;
  game: string;
  kind: Kind | "";
  dealer: string;
  /** Whether a seat must be free. */
  isFree: boolean;
  /** The highest minimum and the lowest maximum that will do, in cents; 0 for any. */
  minimum: number;
  maximum: number;
  sort: Sort;
  /** Cards or rows; as many tables as there are decide, where nobody has. */
  view: "" | "cards" | "list";
}

export const EVERYTHING: Choice = {
  search: "", game: "", kind: "", dealer: "", isFree: false, minimum: 0, maximum: 0, sort: "yours", view: "",
};

export const kindOf = (table: LobbyRow): Kind =>
  table.is_rehearsal ? "rehearsal" : table.is_practice ? "practice" : "money";

export const takenAt = (table: LobbyRow): number => Object.keys(table.taken).length;
export const freeAt = (table: LobbyRow): number =>
  table.status === "open" ? Math.max(0, table.places - takenAt(table)) : 0;
export const isYours = (table: LobbyRow): boolean => !!table.your_place || table.your_posts.length > 0;

/** Each thing that can be asked of a table, by its name in the choice. */
const ASKS: { [each in keyof Choice]?: (table: LobbyRow, choice: Choice) => boolean } = {
  game: (table, { game }) => !game || table.game === game,
  kind: (table, { kind }) => !kind || kindOf(table) === kind,
  dealer: (table, { dealer }) => !dealer || table.dealer === dealer,
  isFree: (table, { isFree }) => !isFree || freeAt(table) > 0,
  minimum: (table, { minimum }) => !minimum || table.minimum <= minimum,
  maximum: (table, { maximum }) => !maximum || table.maximum >= maximum,
  search: (table, { search }) =>
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => `${table.table} ${table.dealer} ${table.game_name}`.toLowerCase().includes(word)),
};

/** The tables that are asked for; but for one of the questions, where its own answers are to be counted. */
export function matching(tables: readonly LobbyRow[], choice: Choice, but?: keyof Choice): LobbyRow[] {
  const asked = (Object.keys(ASKS) as (keyof Choice)[]).filter((each) => each !== but);
  return tables.filter((table) => asked.every((each) => ASKS[each]!(table, choice)));
}

/** How many of the tables there are for each answer: `{duki4: 12}`. */
export function counted(tables: readonly LobbyRow[], answer: (table: LobbyRow) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of tables) counts.set(answer(each), (counts.get(answer(each)) ?? 0) + 1);
  return counts;
}

/** One's own first, full ones last: what every order begins with unless another is asked for. */
const weight = (table: LobbyRow): number => (isYours(table) ? 0 : freeAt(table) ? 1 : 2);

const ORDERS: Record<Sort, (a: LobbyRow, b: LobbyRow) => number> = {
  yours: (a, b) => weight(a) - weight(b),
  seats: (a, b) => freeAt(b) - freeAt(a),
  minimum: (a, b) => a.minimum - b.minimum,
  players: (a, b) => takenAt(b) - takenAt(a),
  name: (a, b) => a.table.localeCompare(b.table, undefined, { numeric: true }),
};

export function sorted(tables: readonly LobbyRow[], sort: Sort): LobbyRow[] {
  return [...tables].sort((a, b) => ORDERS[sort](a, b) || ORDERS.name(a, b));
}

/** The choice that an address names: `#/?game=duki4&free=1`. */
export function choiceIn(hash: string): Choice {
  const said = new URLSearchParams(/^#\/?\?(.*)$/.exec(hash)?.[1] ?? "");
  const one = <T extends string>(key: string, among: readonly T[]): T | undefined =>
    among.find((each) => each === said.get(key));
  return {
    search: said.get("q") ?? "",
    game: said.get("game") ?? "",
    kind: one("kind", KINDS) ?? "",
    dealer: said.get("dealer") ?? "",
    isFree: said.get("free") === "1",
    minimum: Number(said.get("min")) || 0,
    maximum: Number(said.get("max")) || 0,
    sort: one("sort", SORTS) ?? "yours",
    view: one("view", ["cards", "list"] as const) ?? "",
  };
}

/** The address of a choice; nothing is said of what is as usual. */
export function hashOf(choice: Choice): string {
  const said = new URLSearchParams();
  if (choice.search) said.set("q", choice.search);
  if (choice.game) said.set("game", choice.game);
  if (choice.kind) said.set("kind", choice.kind);
  if (choice.dealer) said.set("dealer", choice.dealer);
  if (choice.isFree) said.set("free", "1");
  if (choice.minimum) said.set("min", String(choice.minimum));
  if (choice.maximum) said.set("max", String(choice.maximum));
  if (choice.sort !== "yours") said.set("sort", choice.sort);
  if (choice.view) said.set("view", choice.view);
  const text = said.toString();
  return text ? `#/?${text}` : "#/";
}
