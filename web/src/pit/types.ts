/** What the house tells the pit: tables at a glance, money, standing, journal, readings. */

import type { Call, Cents, Chips, LobbyTable } from "../lib/types";

export interface PitTable extends LobbyTable {
  /** Null, like drop and float, while you are to count the chips there. */
  result: Cents | null;
  drop: Cents | null;
  float_cents: Cents | null;
  staff: Record<string, string>;
  due: string[];
  calls: Call[];
  /** What the pit must see to at once: a dealer who is away. */
  alerts: string[];
  seated: number;
  rounds_an_hour: number;
}

export interface ClosedTable {
  id: string;
  table: string;
  game_name?: string;
  game?: string;
  day?: string;
  closed?: string;
  is_practice?: boolean;
  result?: Cents;
  rounds?: number;
}

export interface Overview {
  tables: PitTable[];
  closed: ClosedTable[];
  /** Tables that are shut, as what is written of them cannot be read. */
  quarantined: { id: string; table: string; why: string }[];
}

/** What was held of one wager, or of all, against what the rules say. Per cents. */
export interface Hold {
  wager?: string;
  name?: string;
  stake: Cents;
  house_won: Cents;
  hold: number | null;
  expected: number | null;
  low95: number | null;
  high95: number | null;
  low99: number | null;
  high99: number | null;
  is_outside: 0 | 95 | 99;
  /** Whether the bands are approximate, by a bell curve. */
  is_bell_curve?: boolean;
}

export interface Standing {
  rounds: number;
  decisions: number;
  minutes: number;
  rounds_an_hour: number;
  decisions_an_hour: number;
  wagers: Hold[];
  total: Hold;
  warnings: string[];
  notes?: string[];
}

export interface JournalLine {
  n: number;
  at: string;
  round: number;
  by: string;
  /** Who sat then at the place that it is about. */
  player: string;
  event: string;
  rule: string;
  says: string;
}

export interface JournalPage {
  lines: JournalLine[];
  total: number;
  more: boolean;
}

export interface BuyIn {
  n: number;
  at: string;
  place: number;
  player?: string;
  cash: Cents;
}

export interface Movement {
  n: number;
  at: string;
  /** The post of the person who signed second. */
  by: string;
  asked_by: string;
  signed_by: string;
  form: string;
  cents: Cents;
  chips: Chips;
  place?: number;
  reason?: string;
}

export interface Money {
  drop: Cents;
  tips: Cents;
  float: Chips;
  float_cents: Cents;
  result: Cents;
  buy_ins: BuyIn[];
  fills: Movement[];
  credits: Movement[];
  corrections: Movement[];
}

export interface ReadingOption {
  id: string;
  says: string;
  house_edge: string | null;
  is_for_player: boolean;
  warning?: string;
  /** Every edge that it moves, by name. */
  edges?: Record<string, string>;
  player_edges?: string[];
}

export interface Reading {
  id: string;
  question: string;
  default: string;
  is_undecided: boolean;
  moves_money: boolean;
  evidence: string;
  why?: string;
  edge_of?: string;
  options: ReadingOption[];
}
