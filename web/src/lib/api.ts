/** Asking the house, and hearing why not. */
import { say } from "./say";
import type {
  AccountShown,
  Advice,
  ArchiveShown,
  AuditShown,
  GameRow,
  History,
  LobbyNews,
  LobbyRow,
  Me,
  NewTable,
  OwnWork,
  Order,
  Role,
  SessionShown,
  SigningShown,
  TableDescription,
  TableMessage,
  TokenMade,
  TokenShown,
} from "./types";

/** The house said no, in words for a person. */
export class Refusal extends Error {
  constructor(
    readonly why: string,
    readonly status = 0,
    readonly rule = "",
    readonly isStale = false,
    readonly body: Record<string, unknown> = {},
  ) {
    super(why);
    this.name = "Refusal";
  }
}

/** Words for whatever went wrong. */
export function whyNot(problem: unknown): string {
  if (problem instanceof Refusal) return problem.why;
  return problem instanceof Error ? problem.message : String(problem);
}

export async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new Refusal(say("unreachable"));
  }
  const text = await answer.text();
  const said = parsed(text);
  if (answer.ok) return said as T;
  const told = (said ?? {}) as Record<string, unknown>;
  const why = typeof told.why === "string" ? told.why : say("no-answer", { status: answer.status });
  throw new Refusal(why, answer.status, String(told.rule ?? ""), answer.status === 409, told);
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => ask<Me>("GET", "/me"),
  signIn: (name: string, password: string) => ask<Me>("POST", "/sign-in", { name, password }),
  signOut: () => ask<Me>("POST", "/sign-out", {}),
  guest: (name?: string) => ask<Me>("POST", "/guest", name ? { name } : {}),
  password: (old: string, fresh: string) => ask<Me>("POST", "/password", { old, new: fresh }),
  pin: (password: string, pin: string | null) => ask<Me>("POST", "/pin", { password, pin }),
  sessions: () => ask<SessionShown[]>("GET", "/sessions"),
  endSession: (id: number) => ask<unknown>("DELETE", `/sessions/${id}`),

  signing: () => ask<SigningShown>("GET", "/signing"),
  setSigning: (minutes: number) => ask<SigningShown>("PUT", "/signing", { minutes }),
  archive: () => ask<ArchiveShown>("GET", "/archive"),
  beginArchive: (before: string) => ask<ArchiveShown>("POST", "/archive", { before }),

  audit: (query: string) => ask<AuditShown>("GET", `/audit?${query}`),

  accounts: () => ask<AccountShown[]>("GET", "/accounts"),
  addAccount: (name: string, roles: string[], password?: string) =>
    ask<{ account: AccountShown; password: string }>("POST", "/accounts", {
      name,
      roles,
      ...(password ? { password } : {}),
    }),
  changeAccount: (
    name: string,
    change: { roles?: string[]; is_disabled?: boolean; reset_password?: boolean },
  ) => ask<{ account?: AccountShown; password?: string }>("PATCH", `/accounts/${encodeURIComponent(name)}`, change),
  tokens: () => ask<TokenShown[]>("GET", "/tokens"),
  addToken: (label: string, scope: TokenShown["scope"], days: number) =>
    ask<TokenMade>("POST", "/tokens", { label, scope, days }),
  dropToken: (id: number) => ask<unknown>("DELETE", `/tokens/${id}`),
  staff: () => ask<Record<string, string[]>>("GET", "/staff"),

  games: () => ask<GameRow[]>("GET", "/games"),
  tables: () => ask<LobbyRow[]>("GET", "/tables"),
  lobby: (mark: string) => ask<LobbyNews>("GET", `/lobby${mark ? `?since=${mark}` : ""}`),
  work: () => ask<OwnWork[]>("GET", "/work"),
  openTable: (table: NewTable) => ask<{ id: string }>("POST", "/tables", table),
  table: (id: string) => ask<TableDescription>("GET", at(id)),
  view: (id: string, as: Role) => ask<TableMessage>("GET", `${at(id)}/view?as=${as}`),
  command: (id: string, as: Role, seq: number, order: Order) =>
    ask<{ seq: number }>("POST", `${at(id)}/commands`, { id: newId(), seq, as, do: order }),
  closeTable: (id: string) => ask<unknown>("POST", `${at(id)}/close`, {}),
  advice: (id: string) => ask<Advice>("GET", `${at(id)}/advice`),
  history: (id: string, before?: number) =>
    ask<History>("GET", `${at(id)}/history${before === undefined ? "" : `?before=${before}`}`),
};

/** What a player keeps of a table, to prove the deal later. */
export function fairDealFile(id: string): string {
  return `/api${at(id)}/fair-deal.json`;
}

/** A name for one command, by which a repeat is known. Plain http has no `randomUUID`. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
