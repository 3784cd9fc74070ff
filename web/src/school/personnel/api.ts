/** Asking the house for a person's record, and for its erasure. */
import { ask } from "../../lib/api";
import type { ErasureShown, PersonnelPage } from "../../lib/types";

export const records = {
  /** A person's record by the number of their account; one's own, if none is named. */
  one: (number: string) => ask<PersonnelPage>("GET", `/school/personnel${number ? `/${encodeURIComponent(number)}` : ""}`),
  askErasure: (number: number, reason: string) =>
    ask<unknown>("POST", `/school/personnel/${number}/erasure`, { reason }),
  erasures: () => ask<ErasureShown[]>("GET", "/school/erasures"),
  confirm: (entry: number) => ask<unknown>("POST", `/school/erasures/${entry}/confirm`, {}),
  decline: (entry: number, reason: string) => ask<unknown>("POST", `/school/erasures/${entry}/decline`, { reason }),
};

/** Where a record is fetched as one file. */
export const recordFile = (number: number): string => `/api/school/personnel/${number}/record.zip`;
