/** What the pit asks the house. */

import { ask } from "../lib/api";
import type {
  ApprovalsPage,
  DayRatings,
  DealersPage,
  FloorCourse,
  GameDescription,
  GamingDay,
  Handover,
  HandoverPage,
  HouseChoices,
  IncidentRow,
  JournalPage,
  JurisdictionRow,
  LastOpening,
  LettersEntered,
  Money,
  NewRecord,
  PaperShown,
  PitOverview,
  Policy,
  ReadingOdds,
  RecordMade,
  RulesChange,
  ShiftReport,
  StandingReport,
  TableRatings,
} from "../lib/types";

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;
/** Only the first so many lines of a journal; all of it, if 0. */
const upTo = (lines: number) => (lines ? `?lines=${lines}` : "");

export const pit = {
  overview: (period: string, since: string) => ask<PitOverview>("GET", `/pit?${new URLSearchParams({ period, since })}`),
  course: (period: string) => ask<FloorCourse>("GET", `/pit/course?${new URLSearchParams({ period })}`),
  gamingDay: () => ask<GamingDay>("GET", "/pit/gaming-day"),
  setGamingDay: (day: GamingDay) => ask<GamingDay>("PUT", "/pit/gaming-day", day),
  money: (id: string) => ask<Money>("GET", `${at(id)}/money`),
  standing: (id: string) => ask<StandingReport>("GET", `${at(id)}/standing`),
  journal: (id: string, search: string, before?: number) => {
    const query = new URLSearchParams({ search, limit: "100" });
    if (before !== undefined) query.set("before", String(before));
    return ask<JournalPage>("GET", `${at(id)}/journal?${query}`);
  },
  forms: (id: string, kind: string, lines: number) => ask<PaperShown>("GET", `${at(id)}/forms/${kind}${upTo(lines)}`),
  ratings: () => ask<DayRatings>("GET", "/pit/ratings"),
  ratingsAt: (id: string) => ask<TableRatings>("GET", `${at(id)}/ratings`),
  report: (query: string) => ask<ShiftReport>("GET", `/pit/report?${query}`),
  handover: () => ask<HandoverPage>("GET", "/pit/handover"),
  offerHandover: (to: string, note: string) => ask<Handover>("POST", "/pit/handover", { to, note }),
  takeHandover: (id: number) => ask<Handover>("POST", `/pit/handover/${id}/take`),
  endHandover: (id: number) => ask<Handover>("POST", `/pit/handover/${id}/end`),
  incidents: () => ask<IncidentRow[]>("GET", "/pit/incidents"),
  incidentsAt: (id: string) => ask<IncidentRow[]>("GET", `${at(id)}/incidents`),
  game: (id: string) => ask<GameDescription>("GET", `/games/${encodeURIComponent(id)}`),
  choices: (id: string) => ask<HouseChoices>("GET", `/games/${encodeURIComponent(id)}/choices`),
  openings: () => ask<LastOpening[]>("GET", "/openings"),
  jurisdictions: () => ask<JurisdictionRow[]>("GET", "/jurisdictions"),
  dealers: () => ask<DealersPage>("GET", "/pit/dealers"),
  policy: () => ask<Policy>("GET", "/pit/policy"),
  setPolicy: (policy: Policy) => ask<Policy>("PUT", "/pit/policy", policy),
  approvals: () => ask<ApprovalsPage>("GET", "/approvals"),
  attest: (record: NewRecord) => ask<RecordMade>("POST", "/approvals", record),
  confirm: (number: number) => ask<RecordMade>("POST", `/approvals/${number}/confirm`, {}),
  withdraw: (number: number, reason: string) => ask<RecordMade>("POST", `/approvals/${number}/withdraw`, { reason }),
  enterLetters: (toml: string) => ask<LettersEntered>("POST", "/approvals/letters", { toml }),
  change: (query: string) => ask<RulesChange>("GET", `/approvals/change?${query}`),
  readings: (id: string) => ask<ReadingOdds[]>("GET", `/games/${encodeURIComponent(id)}/readings`),
};

/** Where the letters on record are fetched as a file. */
export const LETTERS_FILE = "/api/approvals/letters.toml";

/** Where a table's journal is fetched as a file: all of it, or the first so many lines. */
export function journalFile(id: string, lines = 0): string {
  return `/api${at(id)}/journal.jsonl${lines ? `?lines=${lines}` : ""}`;
}

/** Where the house's signature of that very file is fetched, to lie beside it. */
export function signatureFile(id: string, lines = 0): string {
  return `/api${at(id)}/journal.jsonl.signed.json${lines ? `?lines=${lines}` : ""}`;
}

/** Where every form that a table's journal fills is fetched in one file. */
export function formsFile(id: string, lines = 0): string {
  return `/api${at(id)}/forms.zip${upTo(lines)}`;
}

/** Where forms of one kind are fetched: as PDF, or a page as a picture. */
export function formsOf(id: string, kind: string, part: ".pdf" | `/pages/${number}.png`, lines: number): string {
  return `/api${at(id)}/forms/${kind}${part}${upTo(lines)}`;
}

/** Where ratings are fetched as a file: of one table, or of the day. */
export function ratingsFile(id = ""): string {
  return id ? `/api${at(id)}/ratings.csv` : "/api/pit/ratings.csv";
}
