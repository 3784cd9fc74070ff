/** What the house sends and takes: the words of its protocol, and nothing else. */

export type Cents = number;
/** A denomination in cents, written as text, and how many chips of it. */
export type Chips = Record<string, number>;
/** `As`, `Td`: the rank, then the suit's letter. */
export type CardText = string;
export type Role = "player" | "dealer" | "inspector" | "pit-boss" | "surveillance" | "watch";
export type GameId = string;

/** `pit boss`: a post as it is spoken of. */
export const postName = (post: string): string => post.replace("-", " ");
/** What leads to a post that may be taken over. */
export const takeOver = (posts: readonly string[]): string =>
  posts.length === 1 ? `Take over as ${postName(posts[0]!)}` : "Take over a post";
export type Limits = Record<string, [Cents, Cents]>;

export interface Me {
  name: string | null;
  roles: string[];
  is_guest: boolean;
  must_change_password: boolean;
  has_pin: boolean;
}

export interface Account {
  name: string;
  roles: string[];
  is_disabled: boolean;
  created: string;
}

export type Scope = "read" | "act";

export interface Token {
  id: number;
  label: string;
  scope: Scope;
  created: string;
  expires: string;
  is_revoked: boolean;
}

export interface Session {
  id: number;
  device: string;
  address: string;
  since: string;
  last_used: string;
  ends: string;
  is_this_one: boolean;
}

export interface GameRow {
  id: GameId;
  name: string;
  summary: string;
  /** A few cards that stand for it. */
  emblem: CardText[];
}

export interface LobbyTable {
  id: string;
  table: string;
  game: GameId;
  game_name: string;
  status: "opening" | "open" | "closing" | "closed";
  phase: string;
  round: number;
  is_practice: boolean;
  /** Things go wrong on purpose here: guests do not play. */
  is_rehearsal: boolean;
  places: number;
  taken: Record<string, string>;
  limits: Limits;
  minimum: Cents;
  maximum: Cents;
  ruleset: string;
  warnings: string[];
  dealer: string;
  device: string;
  day: string;
  has_advice: boolean;
  decide_seconds: number;
  your_place: number;
  your_posts: string[];
  /** Posts that this person may take over here. */
  posts_to_take: string[];
  /** Whether this person may have the house close it: practice tables only. */
  may_close: boolean;
}

export interface NewTable {
  table: string;
  game: GameId;
  is_practice: boolean;
  is_rehearsal?: boolean;
  device?: string;
  readings?: Record<string, string>;
  limits?: Limits;
  /** The most that is paid, by kind of wager. */
  maximum_payouts?: Record<string, Cents>;
  automatic?: "all" | "supervisors" | "none";
  dealer?: string;
  inspector?: string;
  surveillance?: string;
  patrons?: number;
  decide_seconds?: number;
  bet_seconds?: number;
  has_advice?: boolean;
  approval_from?: Cents;
  dealer_wagers?: boolean;
  jurisdiction?: string;
}

export interface PayRow {
  hand: string;
  odds: string;
  table?: string;
}

export interface Wager {
  id: string;
  name: string;
  kind: string;
  /** Whether a player puts it down; if not, it follows a decision. */
  is_placed: boolean;
  same_as: string;
  /** The wager that lies beside it at the same stake, if any. */
  partner: string;
  needs: string;
  on_card: boolean;
  /** Whether the house may post the most it pays on it. */
  may_have_maximum: boolean;
  /** Where it lies on the layout. */
  group: "contest" | "bonus" | "card" | "round";
  pays: PayRow[];
  says: string;
}

export interface Decision {
  id: string;
  name: string;
  says: string;
  /** How many cards it puts in play; none to name if 0. */
  plays: number;
  /** What it costs, in times the Ante, by wager. */
  costs: Record<string, number>;
}

export interface Ruling {
  id: string;
  says: string;
  effect: string;
  source: string;
  /** The effect in words. */
  then?: string;
  /** The devices with which it holds; with any, if none is named. */
  devices?: string[];
}

export interface Irregularity {
  id: string;
  title: string;
  source: string;
  concerns: string;
  rulings: Ruling[];
}

export interface RuleLine {
  rule: string;
  sentence: string;
  pays: string;
  source: string;
}

export interface Device {
  id: string;
  name: string;
  says?: string;
  is_keyed: boolean;
  decks?: number;
}

export interface Game {
  id: GameId;
  name: string;
  summary: string;
  place: string;
  places: number;
  is_draw: boolean;
  hand_cards: number;
  /** The wager that seats a player and sets what a decision costs; nothing in a draw. */
  decided_by: string;
  wagers: Wager[];
  decisions: Decision[];
  phases: { id: string; says: string; source: string }[];
  pay_tables: { name: string; rows: [string, string][]; note?: string; source?: string }[];
  rankings?: { name: string; cards: number; hands: string[]; says: string }[];
  rules: { title: string; note?: string; lines: RuleLine[] }[];
  readings: { id: string; question: string; chosen: string; says: string; is_undecided?: boolean }[];
  irregularities: Irregularity[];
  devices: Device[];
  equipment?: { id: string; says: string; source: string }[];
  steps: Record<string, unknown>;
}

export interface Description {
  id: string;
  table: string;
  is_practice: boolean;
  is_rehearsal: boolean;
  day: string;
  jurisdiction: string;
  ruleset: string;
  device: Device;
  denominations: Cents[];
  limits: Limits;
  warnings: string[];
  readings: Record<string, string>;
  automatic: string[];
  has_advice: boolean;
  decide_seconds: number;
  bet_seconds: number;
  dealer_wagers: boolean;
  sign: string[];
  game: Game;
}

export interface Hand {
  cards: CardText[];
  face_down: number;
  /** The dealer's hand, once turned, in order. */
  set?: CardText[];
  /** The hand within the hand that plays against three cards. */
  pushed_up?: CardText[];
}

export interface Place {
  player: string;
  wagers: Record<string, Chips>;
  for_dealer?: Record<string, Chips>;
  chips: Chips;
  decision: string;
  has_marker: boolean;
  is_present?: boolean;
  hand?: Hand;
  plays?: CardText[];
  in_play?: number;
  laid_aside?: number;
}

/** Forms, staff and decks, for staff. */
export interface Papers {
  completed: string[];
  /** The posts that have signed, by form. */
  signed: Record<string, string[]>;
  staff: Record<string, string>;
  decks: string[];
  examined_by: string[];
  error: string;
}

/** A slip that waits for its second signature. Who counts its chips is not told what they come to. */
export interface Slip {
  slip: number;
  form: string;
  asked_by: string;
  /** Who may sign it, by post. */
  awaits: Record<string, string>;
  place: number;
  player: string;
  reason: string;
  is_counted: boolean;
  /** How many counts of its chips have differed. */
  miscounts: number;
  from: string;
  to: string;
  /** What happens to the round once a void slip is signed. */
  ruling?: string;
  chips?: Chips | undefined;
}

/** A signature that others may give now, at screens of their own or at this one by their PIN. */
export interface Awaited {
  do: Order;
  says: string;
  posts: Record<string, string>;
  needs_chips: boolean;
}

/** Who signs at a screen where another person is signed in. */
export interface Signing {
  as: string;
  signer: { name: string; pin: string };
}

export interface View {
  table: string;
  game: GameId;
  ruleset: string;
  status: "opening" | "open" | "closing" | "closed";
  phase: string;
  round: number;
  is_void: boolean;
  declared: string[];
  exposed: CardText[];
  places: Record<string, Place>;
  device: {
    id: string;
    pack: number;
    dealt: number;
    is_shuffled: boolean;
    is_broken: boolean;
    shuffle_due: string;
    cut_card_seen: boolean;
    stub?: number;
  };
  card_change_due: boolean;
  dealer?: Hand;
  cards?: {
    action_box: CardText;
    holding_boxes: CardText[];
    burns: number[];
    announcements: string[];
  };
  own?: { cards: CardText[]; plays: CardText[] };
  float?: Chips;
  tips?: Chips;
  forms?: Papers;
  slips?: Slip[];
  limits?: Limits;
  drop_box?: Cents;
  house?: string;
}

/** One thing that may be done. Fields that are missing are not part of the command. */
export interface Allowed {
  command: string;
  place?: number;
  wager?: string;
  for_dealer?: boolean;
  choices?: string[];
  rulings?: string[];
  least?: number;
  most?: number;
  chips_of?: string;
  for_chips_of?: string;
  cards?: number;
  pack?: number;
  is_late?: boolean;
  text?: string;
}

export interface Why {
  sentence: string;
  odds: string;
  chips: string;
  manner: string;
  source: string;
  rule: string;
}

export interface Payment {
  place: number;
  wager: string;
  name: string;
  stake: Cents;
  returned: Cents;
  net: Cents;
  odds: string;
  result: "win" | "push" | "lose";
  for_dealer: boolean;
  why: Why;
  /** Told to the dealer who makes it: with which hand, where and how. */
  hand?: string;
  where?: string;
  how?: string;
}

export interface Told {
  n: number;
  round: number;
  event: string;
  kind: "call" | "cards" | "money" | "bet" | "payment" | "trouble" | "house";
  place: number;
  says: string;
  cards?: CardText[];
  hand?: string;
  payment?: Payment;
}

export interface Call {
  number: number;
  says: string;
  irregularity: string;
  by: string;
  at: string;
}

export interface Next {
  command: string;
  /** Ready to be sent; nothing where somebody else must act first. */
  do: Order | null;
  says: string;
  calls: string[];
  source: string;
  place: number;
  payments: Payment[];
  /** How many cards must be entered with it. */
  needs_cards?: number;
  /** Whether chips must be counted and entered; nobody is told what they should come to. */
  needs_chips?: boolean;
  /** The field that must be filled in with a few words. */
  needs_text?: string;
  waits_for?: string;
}

export interface Clock {
  for: "bets" | "decide" | "gone";
  places: number[];
  ends_in_ms: number;
}

/** The dealer whom a table waits for, and when the house deals on if it will. */
export interface DealerAway {
  name: string;
  house_in_ms: number | null;
}

export interface SessionSoFar {
  bought_in: Cents;
  net: Cents;
  since: string;
  rounds: number;
}

export interface Snapshot {
  type: "table";
  seq: number;
  as: Role;
  place: number;
  view: View;
  legal: Allowed[];
  ready: number[];
  present: number[];
  clock: Clock | null;
  calls: Call[];
  next: Next | null;
  told: Told[];
  has_gap: boolean;
  session: SessionSoFar | null;
  is_paused: boolean;
  house_deals: boolean;
  dealer_away: DealerAway | null;
  /** What others are to sign; for staff. */
  awaited: Awaited[];
}

/** To a seated player, when nothing has happened but what others do at their places. */
export interface FeltMessage {
  type: "felt";
  seq: number;
  view: Omit<View, "own">;
  ready: number[];
  present: number[];
  clock: Clock | null;
  told: Told[];
  has_gap: boolean;
  is_paused: boolean;
  house_deals: boolean;
  dealer_away: DealerAway | null;
}

/** A command of the table, or an order to the house. */
export interface Order {
  event: string;
  [field: string]: unknown;
}

export type FromHouse =
  | Snapshot
  | FeltMessage
  | { type: "done"; id: string; seq: number }
  | { type: "refused"; id: string; why: string; rule: string; is_stale: boolean }
  | { type: "closing"; why: string };

/** Figures in words: a title, what the columns are, and the rows. */
export interface Figures {
  title: string;
  header: string[];
  rows: string[][];
}

/** A decision on one's own hand; the best costs nothing. */
export interface AdvisedDecision {
  decision: string;
  cards: CardText[];
  worth_cents: string;
  cost_cents: string;
  exactly: string;
}

/** A wager that may be made before the next card; its worth is that of $5 on it. */
export interface AdvisedWager {
  wager: string;
  name: string;
  wins: string;
  house_edge: string;
  worth_cents: string;
  exactly: string;
}

/** What there is to choose says what is advised: nothing is read before `kind` is looked at. */
export type Advice =
  | (Figures & { kind: "hand"; best: string; note: string; choices: AdvisedDecision[] })
  | (Figures & { kind: "card"; best: string; note: string; choices: AdvisedWager[]; more: Figures[] })
  | { kind: "none"; note: string };

export interface PlayedRound {
  round: number;
  at: string;
  cards: CardText[];
  dealer: CardText[];
  drawn: CardText[];
  net: Cents;
  is_void: boolean;
  payments: Payment[];
}

export interface History {
  rounds: PlayedRound[];
  net: Cents;
  bought_in: Cents;
  since: string;
  rounds_played: number;
  /** Whether there are earlier rounds than these. */
  more: boolean;
}
