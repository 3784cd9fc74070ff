/** What the pit asks the house. */

import { ask } from "../lib/api";
import type {
  ApprovalsPage,
  DealersPage,
  GameDescription,
  HouseChoices,
  IncidentRow,
  JournalPage,
  JurisdictionRow,
  Money,
  NewRecord,
  PitOverview,
  Policy,
  ReadingOdds,
  RecordMade,
  StandingReport,
} from "../lib/types";

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const pit = {
  overview: () => ask<PitOverview>("GET", "/pit"),
  money: (id: string) => ask<Money>("GET", `${at(id)}/money`),
  standing: (id: string) => ask<StandingReport>("GET", `${at(id)}/standing`),
  journal: (id: string, search: string, before?: number) => {
    const query = new URLSearchParams({ search, limit: "100" });
    if (before !== undefined) query.set("before", String(before));
    return ask<JournalPage>("GET", `${at(id)}/journal?${query}`);
  },
  incidents: () => ask<IncidentRow[]>("GET", "/pit/incidents"),
  incidentsAt: (id: string) => ask<IncidentRow[]>("GET", `${at(id)}/incidents`),
  game: (id: string) => ask<GameDescription>("GET", `/games/${encodeURIComponent(id)}`),
  choices: (id: string) => ask<HouseChoices>("GET", `/games/${encodeURIComponent(id)}/choices`),
  jurisdictions: () => ask<JurisdictionRow[]>("GET", "/jurisdictions"),
  dealers: () => ask<DealersPage>("GET", "/pit/dealers"),
  policy: () => ask<Policy>("GET", "/pit/policy"),
  setPolicy: (policy: Policy) => ask<Policy>("PUT", "/pit/policy", policy),
  approvals: () => ask<ApprovalsPage>("GET", "/approvals"),
  attest: (record: NewRecord) => ask<RecordMade>("POST", "/approvals", record),
  confirm: (number: number) => ask<RecordMade>("POST", `/approvals/${number}/confirm`, {}),
  withdraw: (number: number, reason: string) => ask<RecordMade>("POST", `/approvals/${number}/withdraw`, { reason }),
  readings: (id: string) => ask<ReadingOdds[]>("GET", `/games/${encodeURIComponent(id)}/readings`),
};

/** Where a table's journal is fetched as a file. */
export function journalFile(id: string): string {
  return `/api${at(id)}/journal.jsonl`;
}
