/** What becomes of an approval when the rules change, in a few words. */

import type { ApprovalOutcome } from "../../lib/types";

export const OUTCOMES: Record<ApprovalOutcome["outcome"], string> = {
  stands: "Still holds",
  answer: "Needs the regulator’s answer",
  lapses: "Lapses",
  begins: "Names the new rules",
  neither: "Names other rules",
};
