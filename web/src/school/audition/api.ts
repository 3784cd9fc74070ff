/** Asking the house about auditions. */
import { ask } from "../../lib/api";
import type {
  AuditionListed,
  AuditionNow,
  AuditionOffer,
  AuditionResult,
  AuditionTermsShown,
  AuditionToWatch,
  AuditionWatched,
  JournalLine,
  NewAudition,
  NewMark,
  NewRemark,
  Terms,
} from "../../lib/types";
import type { Given } from "../answering";

const at = (id: string) => `/school/auditions/${encodeURIComponent(id)}`;
const of = (game: string) => `/school/games/${encodeURIComponent(game)}`;

export const auditions = {
  offer: (game: string) => ask<AuditionOffer>("GET", `${of(game)}/audition`),
  terms: (game: string) => ask<AuditionTermsShown>("GET", `${of(game)}/audition-terms`),
  setTerms: (game: string, terms: Terms) => ask<AuditionTermsShown>("PUT", `${of(game)}/audition-terms`, terms),
  own: () => ask<AuditionListed[]>("GET", "/school/auditions"),
  begin: (wanted: NewAudition) => ask<AuditionNow>("POST", "/school/auditions", wanted),
  see: (id: string, after: number) => ask<AuditionNow>("GET", `${at(id)}?after=${after}`),
  answer: (id: string, turn: number, given: Given) => ask<AuditionNow>("POST", `${at(id)}/answer`, { turn, given }),
  leave: (id: string) => ask<AuditionNow>("POST", `${at(id)}/leave`, {}),
  watchable: () => ask<AuditionToWatch[]>("GET", "/school/auditions/watchable"),
  watch: (id: string, after: number) => ask<AuditionWatched>("GET", `${at(id)}/watch?after=${after}`),
  remark: (id: string, remark: NewRemark) => ask<AuditionWatched>("POST", `${at(id)}/remarks`, remark),
  overrule: (id: string, n: number, mark: NewMark) => ask<AuditionResult>("POST", `${at(id)}/marks/${n}`, mark),
  declareVoid: (id: string, reason: string) => ask<AuditionResult>("POST", `${at(id)}/void`, { reason }),
  result: (id: string) => ask<AuditionResult>("GET", `${at(id)}/result`),
  lines: (id: string) => ask<JournalLine[]>("GET", `${at(id)}/lines`),
};

export const journalFile = (id: string): string => `/api${at(id)}/journal`;
export const resultFile = (id: string): string => `/api${at(id)}/result`;

/** `12:05`: minutes and seconds. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
