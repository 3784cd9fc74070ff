/** What becomes of an approval when the rules change, in a few words. */

import type { ApprovalOutcome } from "../../lib/types";
import { say } from "../words";

export const outcomeSays = (outcome: ApprovalOutcome["outcome"]): string => say(`outcome.${outcome}`);
