/** What the house sends and takes. Do not edit: python -m tablewright.house.server.typescript. */

export type Cents = number;
/** A denomination in cents, written as text, and how many chips of it. */
export type Chips = Record<string, number>;
/** `As`, `Td`: the rank, then the suit's letter. */
export type CardText = string;
/** The least and the most that may lie on a kind of wager. */
export type Limits = Record<string, [Cents, Cents]>;
/** What a person is at a table. */
export type Role = TableMessage["as"];
/** A command of the table, or an order to the house. */
export interface Order {
  event: string;
  [field: string]: unknown;
}

/** An account that was made or changed, and its password if one was made up. */
export interface AccountChanged {
  account: AccountShown;
  password: string | null;
}

/** An account as administrators see it. */
export interface AccountShown {
  name: string;
  roles: string[];
  is_disabled: boolean;
  created: string;
}

/** A decision on one's own hand; the best costs nothing. */
export interface AdvisedDecision {
  decision: string;
  cards: string[];
  indices: number[];
  worth_cents: string;
  cost_cents: string;
  exactly: string;
}

/** A wager that may be made before the next card; its worth is that of $5 on it. */
export interface AdvisedWager {
  wager: string;
  name: string;
  house_edge: string;
  wins: string;
  worth_cents: string;
  exactly: string;
}

/** One thing that may be done. Fields that are empty are not part of the act. */
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
  plays?: number;
  pack?: number;
  is_late?: boolean;
  text?: string;
  kinds?: string[];
}

/** An amount of money in cents. */
export interface Amount {
  kind: "amount";
  id: string;
  asks: string;
}

/** What was answered in a question for one skill, and how it was marked. */
export interface AnswerRow {
  asks: string;
  given: string;
  right: string;
  says: string;
  rule: string;
  source: string;
  missed: string;
  number: number;
  at: string;
  game: string;
  drill: string;
  title: string;
  mode: "examination" | "practice";
  skill: string;
  mark: number;
  seconds: number;
}

/** The regulator lets a reading be taken otherwise than by default. */
export interface Answered {
  kind: "answer";
  reading: string;
  option: string;
  answered_by: string;
  answered_on: string;
}

/** The checklists of every jurisdiction that asks for something. */
export interface ApprovalsPage {
  today: string;
  may_attest: boolean;
  checklists: Checklist[];
}

/** The name a guest wants to be known by; one is given, if none. */
export interface AsGuest {
  name?: string;
}

/** Something to be done beside the round: nothing waits for it. */
export interface Aside {
  says: string;
  calls: string[];
  how: Instructed[];
  source: string;
  place: number;
  offered: Offered[];
}

/** The same case once more, or its near twin. */
export interface AskedAgain {
  twin?: boolean;
}

/** A signature that others may give now, at screens of their own or at this one by their PIN. */
export interface Awaited {
  do: Order;
  says: string;
  posts: Record<string, string>;
  needs_chips: boolean;
}

/** Cash that a player changed for chips. */
export interface BuyInMade {
  n: number;
  at: string;
  round: number;
  by: string;
  place: number;
  reason: string;
  form: string;
  signed_by: string;
  cents: number;
  chips: Record<string, number>;
  source: string;
  target: string;
  cash: number;
  player: string;
}

/** A call for an inspector that waits. */
export interface CallShown {
  number: number;
  says: string;
  irregularity: string;
  by: string;
  at: string;
}

/** What each wager on the next card is worth. */
export interface CardAdvice {
  kind: "card";
  title: string;
  header: string[];
  rows: string[][];
  best: string;
  note: string;
  choices: AdvisedWager[];
  more: Figures[];
}

/** The card in the action box, and those held: the first at the dealer's right, burns beneath. */
export interface CardsSeen {
  action_box: string;
  holding_boxes: string[];
  burns: number[];
  announcements: string[];
}

/** What is to be changed of an account; what is not said stays. */
export interface ChangedAccount {
  roles?: string[] | null;
  is_disabled?: boolean | null;
  reset_password?: boolean;
}

/** What one jurisdiction asks for, and how it stands. */
export interface Checklist {
  id: string;
  name: string;
  authority: string;
  items: ChecklistItem[];
  answers: ChecklistItem[];
  notices: NoticeShown[];
  records: RecordShown[];
}

/** Something that must be on record, or that the machine keeps, and how it stands today. */
export interface ChecklistItem {
  subject: string;
  title: string;
  says: string;
  source: string;
  status: "expired" | "holds" | "machine" | "missing" | "soon" | "waiting";
  number: number;
  condition: string;
  reading: string;
  option: string;
}

/** What a person has chosen for themselves. */
export interface Choices {
  minutes: number;
  retention: number;
  games: string[];
  zone: string;
}

/** One of several. */
export interface Choose {
  kind: "choose";
  options: Option[];
  is_long?: boolean;
  id: string;
  asks: string;
}

/** How a passage is read at a table. */
export interface ChosenReading {
  id: string;
  question: string;
  chosen: string;
  says: string;
  warning: string;
  is_default: boolean;
  is_undecided: boolean;
  moves_money: boolean;
}

/** A stage of the settlement or a piece of equipment, in the manual's words. */
export interface ClauseDescription {
  id: string;
  says: string;
  source: string;
}

/** What is running out, as the page shows it. */
export interface ClockShown {
  for: "bets" | "decide" | "gone";
  places: number[];
  ends_in_ms: number;
}

/** A table that was closed, and what it came to; null where this version cannot read it. */
export interface ClosedTable {
  id: string;
  table: string;
  game: string;
  game_name: string;
  is_practice: boolean;
  closed: string;
  result: number | null;
  rounds: number | null;
}

/** The connection ends. */
export interface ClosingMessage {
  type: "closing";
  why: string;
}

/** A command was carried out: how many lines the journal has. */
export interface CommandWritten {
  id: string;
  seq: number;
}

/** How many skills are new, shaky and known. */
export interface Counts {
  new: number;
  shaky: number;
  known: number;
}

/** The dealer whom a table waits for, and when the house deals on if it will. */
export interface DealerAway {
  name: string;
  house_in_ms: number | null;
}

/** The dealer's hand; once turned it is set in order, and a hand within it pushed up. */
export interface DealerSeen {
  cards: string[];
  face_down: number;
  set?: string[];
  pushed_up?: string[];
}

/** A decision of a player: what it plays and what it costs. */
export interface DecisionDescription {
  id: string;
  name: string;
  says: string;
  plays: number;
  gives_up: boolean;
  shows_hand: boolean;
  costs: Record<string, number>;
  source: string;
}

/** A device that cards come from. */
export interface DeviceDescription {
  id: string;
  name: string;
  says: string;
  is_cut: boolean;
  decks: number;
  source: string;
}

/** The device that cards come from. */
export interface DeviceSeen {
  id: string;
  pack: number;
  dealt: number;
  is_shuffled: boolean;
  is_broken: boolean;
  shuffle_due: string;
  cut_card_seen: boolean;
  stub?: number;
  holder?: HolderSeen;
}

/** A command was carried out and is written down. */
export interface DoneMessage {
  type: "done";
  id: string;
  seq: number;
}

/** What comes back for an answer. */
export interface DrillMarked {
  marks: MarksShown | null;
  next: DrillShown | null;
  is_over: boolean;
  can_repeat: boolean;
  today: Planned | null;
}

/** A drill that may be taken by itself. */
export interface DrillRow {
  id: string;
  title: string;
  about: string;
  skills: number;
}

/** A question under way, at the stage that is to be answered. */
export interface DrillShown {
  id: string;
  game: string;
  game_name: string;
  drill: string;
  title: string;
  mode: "examination" | "practice";
  number: number;
  stages: number;
  stage: Stage;
  target_seconds: number;
}

/** The number of a session or a token that has ended. */
export interface Ended {
  id: number;
}

/** A reference, or a file by its name, size and SHA-256; the house keeps the file itself. */
export interface Evidence {
  reference?: string;
  file?: string;
  sha256?: string;
  size?: number;
}

/** The colours of felt there are. */
export interface Felt {
}

/** To a seated player, when nothing has happened but what others do at their places. */
export interface FeltMessage {
  type: "felt";
  seq: number;
  view: View;
  told: Told[];
  ready: number[];
  present: number[];
  clock: ClockShown | null;
  has_gap: boolean;
  is_paused: boolean;
  house_deals: boolean;
  dealer_away: DealerAway | null;
}

/** A field of an act's form. */
export interface FieldDescription {
  name: string;
  kind: "cards" | "cash" | "chips" | "choice" | "items" | "kinds" | "limits" | "number" | "place" | "plays" | "staff" | "text" | "wager";
  label: string;
  blank: string;
  is_optional: boolean;
}

/** Figures in words: a title, what the columns are, and the rows. */
export interface Figures {
  title: string;
  header: string[];
  rows: string[][];
}

/** Forms, staff and decks, for staff. */
export interface FormsSeen {
  completed: string[];
  signed: Record<string, string[]>;
  staff: Record<string, string>;
  decks: string[];
  examined_by: string[];
  error: string;
}

/** A game under one ruleset. */
export interface GameDescription {
  id: string;
  name: string;
  summary: string;
  felt: Felt;
  place: string;
  places: number;
  is_draw: boolean;
  hand_cards: number;
  decided_by: string;
  is_off_limits_refused: boolean;
  sources: string[];
  wagers: WagerDescription[];
  decisions: DecisionDescription[];
  phases: PhaseDescription[];
  stages: ClauseDescription[];
  pay_tables: PayTableDescription[];
  rankings: RankingDescription[];
  rules: RulesSection[];
  readings: ChosenReading[];
  irregularities: IrregularityDescription[];
  incidents: IncidentDescription[];
  devices: DeviceDescription[];
  equipment: ClauseDescription[];
  steps: Record<string, StepDescription>;
  forms: Record<string, string>;
}

/** A game as it is learnt. */
export interface GameMap {
  game: string;
  name: string;
  ruleset: string;
  warnings: string[];
  progress: GameProgress;
  drills: DrillRow[];
  lessons: LessonRow[];
  topics: TopicShown[];
}

/** How far a person is with a game. */
export interface GameProgress {
  game: string;
  name: string;
  emblem: string[];
  counts: Counts;
  due: number;
  ready_on: string | null;
  ready_says: string;
  is_learnt: boolean;
}

/** A game in a line. */
export interface GameRow {
  id: string;
  name: string;
  summary: string;
  emblem: string[];
}

/** Chips from the rack, by denomination. */
export interface GiveChips {
  kind: "chips";
  rack: Record<string, number>;
  id: string;
  asks: string;
}

/** What is answered in one stage of a question. */
export interface GivenAnswer {
  stage: number;
  given: Record<string, unknown>;
  seconds?: number | null;
}

/** What each decision on a hand is worth. */
export interface HandAdvice {
  kind: "hand";
  title: string;
  header: string[];
  rows: string[][];
  best: string;
  note: string;
  choices: AdvisedDecision[];
  more: Figures[];
}

/** A hand: its cards if they are turned, else how many lie there. */
export interface HandSeen {
  cards: string[];
  face_down: number;
}

/** Some cards and whose they are; a card that lies face down is an empty text. */
export interface HandShown {
  title: string;
  cards: string[];
  plays?: number[];
}

/** How the house is. */
export interface Health {
  status: "open" | "read-only" | "unavailable";
  version: string;
  database: "postgresql" | "sqlite";
  tables: number;
  quarantined: number;
}

/** A player's rounds at a table, the newest first, and the sums since they sat down. */
export interface History {
  rounds: PlayedRound[];
  net: number;
  bought_in: number;
  since: string | null;
  rounds_played: number;
  more: boolean;
}

/** What was held of one wager, or of all, against what the rules say; holds in per cent. */
export interface Hold {
  wager: string;
  name: string;
  house_edge: string;
  stake: number;
  house_won: number;
  expected_won: number;
  hold: number | null;
  expected: number | null;
  low95: number | null;
  high95: number | null;
  low99: number | null;
  high99: number | null;
  is_outside: 0 | 95 | 99;
  is_bell_curve: boolean;
}

/** The cards in the discard holder: how many, never which. */
export interface HolderSeen {
  cards: number;
  has_cut_card: boolean;
  says: string;
}

/** What the house may choose at a table of a game; each is what holds if nothing is chosen. */
export interface HouseChoices {
  limits: Record<string, [number, number]>;
  pays: PayChoice[];
  denominations: number[];
  float_chips: Record<string, number>;
  approval_from: number;
  card_change_minutes: number;
  dealer_steps: string[];
  keyed_steps: string[];
  supervisor_steps: string[];
  chooses_deal_order: boolean;
  chooses_settle_order: boolean;
  may_return_small_wagers: boolean;
  knows_posted_limits_only: boolean;
}

/** Something that staff can see happen to chips, and what may be ruled, the usual first. */
export interface IncidentDescription {
  id: string;
  seen: string;
  title: string;
  recorded: string;
  source: string;
  rulings: RulingDescription[];
}

/** Something that was seen to happen to chips. */
export interface IncidentRow {
  id: string;
  table: string;
  n: number;
  at: string;
  round: number;
  place: number;
  place_word: string;
  player: string;
  what: string;
  about: string;
  post: string;
  who: string;
  ruling: string;
  rule: string;
  source: string;
  status: "cancelled" | "ruled" | "waits";
  signed_by: string;
}

/** How a step is done here, as the manual has it. */
export interface Instructed {
  says: string;
  source: string;
  rule: string;
  taught: string;
}

/** Something that goes wrong, who declares it, and what may be ruled. */
export interface IrregularityDescription {
  id: string;
  title: string;
  source: string;
  concerns: string;
  phases: string[];
  devices: string[];
  declared_by: string[];
  rulings: RulingDescription[];
}

/** A line of a journal in plain words. */
export interface JournalLine {
  n: number;
  at: string;
  round: number;
  by: string;
  player: string;
  event: string;
  rule: string;
  says: string;
}

/** Lines of a journal, the newest first. */
export interface JournalPage {
  lines: JournalLine[];
  total: number;
  more: boolean;
}

/** A place with rules of its own about games. */
export interface JurisdictionRow {
  id: string;
  name: string;
}

/** A lesson on the path. */
export interface LessonRow {
  id: string;
  title: string;
  is_read: boolean;
  skills: number;
  known: number;
}

/** A lesson. */
export interface LessonShown {
  game: string;
  id: string;
  title: string;
  summary: string;
  paragraphs: Paragraph[];
  checklist: Paragraph[];
  next: string;
}

/** The most that may be wagered on each wager, where our sources do not say. */
export interface Limited {
  kind: "limit";
  maximum_cents: number;
}

/** A live table as the lobby lists it for one person. */
export interface LobbyRow {
  id: string;
  table: string;
  game: string;
  game_name: string;
  felt: Felt;
  status: "closed" | "closing" | "open" | "opening";
  phase: string;
  phase_name: string;
  round: number;
  is_practice: boolean;
  is_rehearsal: boolean;
  places: number;
  taken: Record<string, string>;
  present: number[];
  limits: Record<string, [number, number]>;
  minimum: number;
  maximum: number;
  ruleset: string;
  warnings: string[];
  dealer: string;
  device: string;
  day: string;
  has_advice: boolean;
  decide_seconds: number;
  your_place: number;
  your_posts: string[];
  posts_to_take: string[];
  may_close: boolean;
}

/** A stage, or a whole question, as it was marked. */
export interface MarksShown {
  mark: number;
  parts: PartShown[];
  seconds: number;
  target_seconds: number;
}

/** A person as their page knows them; nobody, if there is no name. */
export interface Me {
  name: string | null;
  roles: string[];
  is_guest: boolean;
  must_change_password: boolean;
  has_pin: boolean;
}

/** A condition of the jurisdiction is met. */
export interface Met {
  kind: "condition";
  condition: string;
}

/** What a table holds, and what went in or out. */
export interface Money {
  drop: number;
  tips: number;
  float: Record<string, number>;
  float_cents: number;
  result: number;
  buy_ins: BuyInMade[];
  fills: Movement[];
  credits: Movement[];
  corrections: Movement[];
}

/** Chips that went in or out by a slip. */
export interface Movement {
  n: number;
  at: string;
  round: number;
  by: string;
  place: number;
  reason: string;
  form: string;
  signed_by: string;
  cents: number;
  chips: Record<string, number>;
  source: string;
  target: string;
  asked_by: string;
}

/** An account to be made; its password is made up, if none is said. */
export interface NewAccount {
  name: string;
  roles: string[];
  password?: string | null;
}

/** A question that is asked for: the next of today's session, or one of a game. */
export interface NewDrill {
  game?: string;
  drill?: string;
  skill?: string;
  mode?: "examination" | "practice";
  is_session?: boolean;
}

/** How long answers should take, in seconds, by drill or by skill: all that the house sets. */
export interface NewPace {
  seconds: Record<string, number>;
}

/** The password now, and the next. */
export interface NewPassword {
  old: string;
  new: string;
}

/** The PIN to sign with at a shared screen; none, if null. */
export interface NewPin {
  password: string;
  pin: string | null;
}

/** Something that a person attests. */
export interface NewRecord {
  jurisdiction: string;
  claim: Met | Answered | Limited;
  evidence: Evidence;
  until?: string | null;
}

/** A table to be set up. */
export interface NewTable {
  table: string;
  game: string;
  is_practice?: boolean;
  is_rehearsal?: boolean;
  device?: string;
  is_keyed?: boolean;
  readings?: Record<string, string>;
  limits?: Record<string, [number, number]>;
  maximum_payouts?: Record<string, number>;
  pay?: Record<string, string>;
  denominations?: number[];
  float_chips?: Record<string, number> | null;
  automatic?: "all" | "none" | "supervisors" | string[];
  dealer?: string;
  inspector?: string;
  surveillance?: string;
  patrons?: number;
  decide_seconds?: number;
  bet_seconds?: number;
  dealer_away_seconds?: number;
  has_advice?: boolean;
  pace?: number;
  approval_from?: number | null;
  dealer_wagers?: boolean;
  takes_tips?: boolean;
  returns_small_wagers?: boolean;
  personal_limits?: boolean;
  deals_from_right?: boolean;
  settles_from_right?: boolean;
  card_change_minutes?: number;
  jurisdiction?: string;
}

/** A token to be made. */
export interface NewToken {
  label: string;
  scope?: "act" | "read";
  days?: number;
}

/** The next step of the person at a post. */
export interface Next {
  command: string;
  do: Order | null;
  says: string;
  calls: string[];
  how: Instructed[];
  source: string;
  place: number;
  payments: PaymentShown[];
  needs_cards: number;
  needs_plays: number;
  needs_chips: boolean;
  needs_text: string;
  waits_for: string;
}

/** There is nothing to choose. */
export interface NoAdvice {
  kind: "none";
  title: string;
  header: string[];
  rows: string[][];
  best: string;
  note: string;
  choices: AdvisedDecision[];
  more: Figures[];
}

/** Something that the regulator has said and that stops no table. */
export interface NoticeShown {
  says: string;
  source: string;
}

/** A button: what it says, and what it sends. */
export interface Offered {
  label: string;
  do: Order;
}

/** One of several choices. */
export interface Option {
  id: string;
  says: string;
}

/** One way to read a passage, and what the house holds under it. */
export interface OptionOdds {
  id: string;
  says: string;
  warning: string;
  house_edge: string | null;
  edges: Record<string, string>;
  is_for_player: boolean;
  player_edges: string[];
}

/** A player's own hand. */
export interface OwnSeen {
  cards: string[];
  plays: string[];
}

/** How long answers should take, in seconds, by drill or by skill; what stands first holds. */
export interface PaceShown {
  by_house: Record<string, number>;
  by_teachers: Record<string, number>;
  own: Record<string, number>;
}

/** A paragraph of a lesson, from the rule book: what it says, and where that is printed. */
export interface Paragraph {
  says: string;
  title?: string;
  source?: string;
  rule?: string;
  shown?: Shown | null;
  drawing?: string;
  rows?: string[][];
  skill?: string;
}

/** One part as it was marked. */
export interface PartShown {
  asks: string;
  given: string;
  right: string;
  says: string;
  rule: string;
  source: string;
  missed: string;
  id: string;
  mark: number;
  state: "known" | "new" | "shaky";
  is_faster: boolean | null;
}

/** One posted payment, by the key under which it can be changed. */
export interface PayChoice {
  key: string;
  says: string;
  odds: string;
}

/** One hand and what it pays. */
export interface PayRow {
  hand: string;
  odds: string;
  table: string;
}

/** A pay table, with the wagers it belongs to. */
export interface PayTableDescription {
  name: string;
  rows: [string, string][];
  wagers: string[];
  note: string;
  source: string;
}

/** A wager that was settled, with why it was. */
export interface PaymentShown {
  place: number;
  wager: string;
  name: string;
  stake: number;
  returned: number;
  net: number;
  odds: string;
  result: "lose" | "push" | "win";
  for_dealer: boolean;
  says: string;
  why?: Why;
  hand?: string;
  where?: string;
  how?: string;
  does?: string;
}

/** A phase of a round, in the manual's words and in brief. */
export interface PhaseDescription {
  id: string;
  name: string;
  waiting: string;
  says: string;
  source: string;
}

/** Some cards of a hand, by where they lie in it, counted from 0. */
export interface PickCards {
  kind: "pick-cards";
  cards: string[];
  count: number;
  id: string;
  asks: string;
}

/** Every table at a glance, and those closed last. */
export interface PitOverview {
  tables: PitRow[];
  closed: ClosedTable[];
  quarantined: ShutTable[];
}

/** A table at a glance; who is to count its chips is not told what they should come to. */
export interface PitRow {
  id: string;
  table: string;
  game: string;
  game_name: string;
  felt: Felt;
  status: "closed" | "closing" | "open" | "opening";
  phase: string;
  phase_name: string;
  round: number;
  is_practice: boolean;
  is_rehearsal: boolean;
  places: number;
  taken: Record<string, string>;
  present: number[];
  limits: Record<string, [number, number]>;
  minimum: number;
  maximum: number;
  ruleset: string;
  warnings: string[];
  dealer: string;
  device: string;
  day: string;
  has_advice: boolean;
  decide_seconds: number;
  your_place: number;
  your_posts: string[];
  posts_to_take: string[];
  may_close: boolean;
  result: number | null;
  drop: number | null;
  float_cents: number | null;
  staff: Record<string, string>;
  due: string[];
  calls: CallShown[];
  alerts: string[];
  note: string;
  seated: number;
  rounds_an_hour: number;
}

/** What everybody sees of a place. */
export interface PlaceSeen {
  player: string;
  wagers: Record<string, Record<string, number>>;
  chips: Record<string, number>;
  decision: string;
  marker: string;
  for_dealer?: Record<string, Record<string, number>>;
  hand?: HandSeen;
  plays?: string[];
  in_play?: number;
  laid_aside?: number;
  is_present?: boolean;
}

/** The session of today. */
export interface Planned {
  planned: number;
  done: number;
  right: number;
  minutes_left: number;
  says: string;
}

/** One round of a player, as the page shows it. */
export interface PlayedRound {
  round: number;
  at: string;
  cards: string[];
  dealer: string[];
  drawn: string[];
  decision: string;
  net: number;
  taken_back: number;
  is_void: boolean;
  payments: PaymentShown[];
}

/** Why something was refused. */
export interface Problem {
  /** One sentence for a person. */
  why: string;
  /** The rule behind it, where there is one. */
  rule?: string;
  table?: TableMessage;
}

/** A ranking in which the game speaks of cards, its hands highest first. */
export interface RankingDescription {
  name: string;
  cards: number;
  hands: string[];
  says: string;
  suits: string;
  aces: string;
  source: string;
}

/** A passage that can be read in several ways, with what each costs. */
export interface ReadingOdds {
  id: string;
  question: string;
  default: string;
  is_undecided: boolean;
  moves_money: boolean;
  is_unpriced: boolean;
  evidence: string;
  why: string;
  edge_of: string;
  options: OptionOdds[];
}

/** Why a record is withdrawn. */
export interface Reason {
  reason: string;
}

/** The number of a record in the register. */
export interface RecordMade {
  number: number;
}

/** A person's own answers, the newest first. */
export interface RecordPage {
  answers: AnswerRow[];
  before: number | null;
}

/** A record of the register, and what has become of it. */
export interface RecordShown {
  number: number;
  title: string;
  claim: Met | Answered | Limited;
  evidence: Evidence;
  until: string;
  status: "expired" | "holds" | "replaced" | "waiting" | "withdrawn";
  attested_by: string;
  attested_at: string;
  confirmed_by: string;
  confirmed_at: string;
  withdrawn_by: string;
  withdrawn_at: string;
  reason: string;
  replaced_by: number;
  may_confirm: boolean;
  may_withdraw: boolean;
}

/** A command was not carried out; nothing has changed. */
export interface RefusedMessage {
  type: "refused";
  id: string;
  why: string;
  rule: string;
  is_stale: boolean;
}

/** One line of the rules. */
export interface RuleLine {
  rule: string;
  sentence: string;
  pays: string;
  source: string;
}

/** The lines of one kind of wager, in the order in which they are read. */
export interface RulesSection {
  title: string;
  kind: string;
  note: string;
  lines: RuleLine[];
}

/** What may be ruled in an irregularity. */
export interface RulingDescription {
  id: string;
  says: string;
  effect: string;
  then: string;
  source: string;
  devices: string[];
}

/** Words that are said aloud: typed, spoken, or chosen where choices are given. */
export interface Say {
  kind: "say";
  options?: Option[];
  id: string;
  asks: string;
}

/** What a person sees first. */
export interface SchoolHome {
  name: string;
  is_guest: boolean;
  games: GameProgress[];
  choices: Choices;
  today: Planned;
  streak: number;
  faults: string[];
}

/** A page that is signed in, as its owner sees it. */
export interface SessionShown {
  id: number;
  device: string;
  address: string;
  since: string;
  last_used: string;
  ends: string;
  is_this_one: boolean;
}

/** How a player stands now. */
export interface SessionSoFar {
  player: string;
  bought_in: number;
  net: number;
  tips: number;
  since: string;
  rounds: number;
}

/** What lies before the trainee. */
export interface Shown {
  hands?: HandShown[];
  wagers?: WagerShown[];
  drawn?: string[];
  device?: string;
  told?: string[];
  facts?: string[];
  view?: View | null;
  place?: number;
}

/** A table that is shut, as what is written of it cannot be read. */
export interface ShutTable {
  id: string;
  table: string;
  why: string;
}

/** Name and password. */
export interface SignIn {
  name: string;
  password: string;
}

/** Who signs at a screen where another is signed in. */
export interface Signer {
  name: string;
  pin: string;
}

/** Skills about one thing: a wager, a ranking, a device. */
export interface SkillGroup {
  title: string;
  skills: SkillShown[];
}

/** A skill on the map. */
export interface SkillShown {
  id: string;
  says: string;
  rule: string;
  source: string;
  state: "known" | "new" | "shaky";
  recall: number | null;
  due: string | null;
  asked: number;
  right: number;
}

/** A slip that waits for its second signature; those who count its chips do not see them. */
export interface SlipSeen {
  slip: number;
  form: string;
  says: string;
  warning: string;
  asked_by: string;
  awaits: Record<string, string>;
  place: number;
  player: string;
  reason: string;
  is_counted: boolean;
  miscounts: number;
  from: string;
  to: string;
  chips?: Record<string, number>;
}

/** One stage of a question, as it is sent to the trainee: no answer is in it. */
export interface Stage {
  asks: string;
  shown?: Shown;
  parts: (Choose | PickCards | Amount | GiveChips | Say)[];
  seconds?: number;
}

/** How a table stands: the hold against what is expected of it, and the pace. */
export interface StandingReport {
  rounds: number;
  void_rounds: number;
  decisions: number;
  minutes: number;
  rounds_an_hour: number;
  decisions_an_hour: number;
  wagers: Hold[];
  total: Hold;
  warnings: string[];
  notes: string[];
}

/** An act as a page offers it. */
export interface StepDescription {
  name: string;
  names: Record<string, string>;
  group: string;
  about: string;
  abouts: Record<string, string>;
  asks: string;
  submit: string;
  done: string;
  fields: FieldDescription[];
  is_awaited: boolean;
}

/** A live table as it was set up. */
export interface TableDescription {
  id: string;
  table: string;
  is_practice: boolean;
  is_rehearsal: boolean;
  day: string;
  jurisdiction: string;
  ruleset: string;
  device: DeviceDescription;
  is_keyed: boolean;
  denominations: number[];
  limits: Record<string, [number, number]>;
  warnings: string[];
  readings: Record<string, string>;
  automatic: string[];
  has_advice: boolean;
  decide_seconds: number;
  bet_seconds: number;
  dealer_wagers: boolean;
  takes_tips: boolean;
  approval_from: number | null;
  maximum_payouts: Record<string, number>;
  sign: string[];
  game: GameDescription;
}

/** The name by which a new table is asked for. */
export interface TableMade {
  id: string;
}

/** Everything that one person sees of a table and may do at it. */
export interface TableMessage {
  type: "table";
  seq: number;
  as: "dealer" | "inspector" | "pit-boss" | "player" | "surveillance" | "watch";
  place: number;
  view: View;
  legal: Allowed[];
  ready: number[];
  present: number[];
  clock: ClockShown | null;
  calls: CallShown[];
  next: Next | null;
  told: Told[];
  has_gap: boolean;
  session: SessionSoFar | null;
  is_paused: boolean;
  house_deals: boolean;
  dealer_away: DealerAway | null;
  awaited: Awaited[];
  asides: Aside[];
}

/** What a table is now. */
export interface TableStatus {
  status: string;
}

/** A token as it is shown once. */
export interface TokenMade {
  id: number;
  label: string;
  scope: "act" | "read";
  created: string;
  expires: string;
  is_revoked: boolean;
  token: string;
}

/** A token, without the token itself. */
export interface TokenShown {
  id: number;
  label: string;
  scope: "act" | "read";
  created: string;
  expires: string;
  is_revoked: boolean;
}

/** One thing that happened, as the page gets it. */
export interface Told {
  n: number;
  round: number;
  event: string;
  kind: string;
  place: number;
  says: string;
  cards?: string[];
  hand?: string;
  payment?: PaymentShown;
  for_staff?: boolean;
  for_owner?: boolean;
}

/** A part of the path. */
export interface TopicShown {
  topic: string;
  title: string;
  groups: SkillGroup[];
}

/** Everything that a role may see now: the felt, and what lies beside it. */
export interface View {
  own?: OwnSeen;
  float?: Record<string, number>;
  tips?: Record<string, number>;
  forms?: FormsSeen;
  slips?: SlipSeen[];
  limits?: Record<string, [number, number]>;
  personal_limits?: Record<string, Record<string, [number, number]>>;
  drop_box?: number;
  house?: string;
  table: string;
  game: string;
  ruleset: string;
  status: "closed" | "closing" | "open" | "opening";
  phase: string;
  round: number;
  is_void: boolean;
  declared: string[];
  exposed: string[];
  places: Record<string, PlaceSeen>;
  device: DeviceSeen;
  card_change_due: boolean;
  cards?: CardsSeen;
  dealer?: DealerSeen;
}

/** A wager: where it lies, what it needs, what it can pay. */
export interface WagerDescription {
  id: string;
  name: string;
  kind: string;
  title: string;
  group: "bonus" | "card" | "contest" | "round";
  is_placed: boolean;
  same_as: string;
  partner: string;
  needs: string;
  on_card: boolean;
  may_have_maximum: boolean;
  pays: PayRow[];
  says: string;
  source: string;
}

/** A wager on the felt. */
export interface WagerShown {
  place: number;
  wager: string;
  name: string;
  chips: Record<string, number>;
  cents: number;
  on_card?: number;
}

/** The answer to a question about a payment, each part a sentence or nothing. */
export interface Why {
  sentence: string;
  odds: string;
  chips: string;
  manner: string;
  source: string;
  rule: string;
}

export type FromHouse = TableMessage | FeltMessage | DoneMessage | RefusedMessage | ClosingMessage;

export type Advice = HandAdvice | CardAdvice | NoAdvice;

export type AnyPart = Choose | PickCards | Amount | GiveChips | Say;
