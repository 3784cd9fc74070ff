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
/** What may be done, by command. */
export type Legal = TableMessage["legal"];
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
  number: number;
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

/** What a player had won after a round, in cents; less than nothing, if lost. */
export interface AfterRound {
  round: number;
  net: number;
}

/** An alert in words. */
export interface AlertShown {
  id: number;
  kind: string;
  title: string;
  says: string;
  do: string;
  where: "approvals" | "credit" | "dealers" | "fill" | "journal" | "keys" | "standing" | "table";
  line: number;
  urgency: "notice" | "soon" | "urgent";
  table: string;
  table_name: string;
  is_practice: boolean;
  raised: string;
  taken: TakingShown[];
  may_dismiss: boolean;
  is_clearing: boolean;
  cleared: string;
  dismissed_by: string;
  reason: string;
}

/** From when on the house wants to be told. */
export interface AlertThresholds {
  rack_low_percent: number;
  rack_heavy_percent: number;
  dealer_away_seconds: number;
  idle_minutes: number;
  signature_minutes: number;
  big_win_cents: number;
  band_rounds: number;
}

/** What the pit is to see to, the most urgent first and then the oldest; and what is over. */
export interface AlertsPage {
  mark: string;
  may_take: boolean;
  open: AlertShown[] | null;
  earlier: AlertShown[] | null;
  offers: OfferShown[];
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

/** What a person answers from their phone. */
export interface AnswerFromPhone {
  turn: number;
  given: Record<string, unknown>;
  seconds?: number | null;
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
  overruled: MarkOverruled | null;
}

/** An answer in words: what was asked and given, what is right, and by which rule. */
export interface AnswerTold {
  asks: string;
  given: string;
  right: string;
  says: string;
  rule: string;
  source: string;
  missed: string;
}

/** The regulator lets a reading be taken otherwise than approved. */
export interface Answered {
  kind: "answer";
  reading: string;
  option: string;
  answered_by: string;
  answered_on: string;
}

/** Something that one approval asks for, and that people attest. */
export interface ApprovalCondition {
  title: string;
  says: string;
}

/** What a change makes of an approval. */
export interface ApprovalOutcome {
  jurisdiction: string;
  jurisdiction_name: string;
  source: string;
  until: string;
  outcome: "answer" | "begins" | "lapses" | "neither" | "stands";
  to_answer: string[];
}

/** A ruleset that is approved: by what comes with the program, or by a letter on record. */
export interface ApprovalShown {
  game_name: string;
  ruleset: string;
  rules: string[];
  source: string;
  since: string;
  until: string;
  status: "expired" | "holds" | "soon";
  leaves_open: string[];
  needs_answer: string[];
  number: number;
}

/** The checklists of every jurisdiction that asks for something. */
export interface ApprovalsPage {
  today: string;
  may_attest: boolean;
  checklists: Checklist[];
  places: JurisdictionRow[];
  games: PaperGame[];
}

/** Which tables are archived: those that were closed before this gaming day began. */
export interface ArchiveBefore {
  before: string;
}

/** How far archiving has come, or what came of it. */
export interface ArchiveRun {
  before: string;
  tables: number;
  done: number;
  lines: number;
  bytes: number;
  left: LeftTable[];
  is_over: boolean;
}

/** The archive of the house. */
export interface ArchiveShown {
  folder: string;
  today: string;
  run: ArchiveRun | null;
  tables: ArchivedTable[];
}

/** A table whose journal lies in a file. */
export interface ArchivedTable {
  id: string;
  lines: number;
  rounds: number;
  file: string;
  sha256: string;
  bytes: number;
  at: string;
  by: string;
}

/** A part of the felt that takes no wager. */
export interface AreaDescription {
  id: string;
  use: Use;
  at: PatchDescription;
  prints: string;
}

/** How one area came out: by the machine, and with what was overruled. */
export interface AreaShown {
  id: string;
  says: string;
  asked: number;
  right: number;
  percent: number;
  machine_percent: number;
  needed: number | null;
  is_passed: boolean;
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

/** What is asked, as everyone in the room sees it: no answer is in it. */
export interface AskedShown {
  turn: number;
  question: number;
  number: number;
  stages: number;
  title: string;
  stage: Stage;
  ends_in_ms: number | null;
}

/** Something that a person is to do, as they see it. */
export interface AssignedRow {
  id: number;
  kind: "audition" | "conversion" | "drill" | "lesson";
  game: string;
  game_name: string;
  title: string;
  lesson: string;
  drill: string;
  skill: string;
  device: string;
  times: number;
  times_done: number;
  due: string | null;
  is_late: boolean;
  done: string | null;
  by: string;
}

/** One person to whom something was assigned. */
export interface AssignedTo {
  account: number;
  name: string;
  done: string | null;
  times_done: number;
  is_late: boolean;
}

/** Something that was assigned to one person or more, as the instructor sees it. */
export interface AssignmentShown {
  group: string;
  kind: "audition" | "conversion" | "drill" | "lesson";
  game: string;
  title: string;
  times: number;
  due: string | null;
  at: string;
  by: string;
  people: AssignedTo[];
}

/** The turn that the leader sees: what was pressed twice is done once. */
export interface AtTurn {
  turn: number;
  skips?: boolean;
}

/** An entry of the audit. */
export interface AuditRow {
  n: number;
  at: string;
  /** What the clock said, if it was behind. */
  clock: string;
  /** `a:12`, `g:...`, `house` or `command-line`. */
  who: string;
  /** Of that account, today; empty for others. */
  name: string;
  address: string;
  /** The session or token: `s:12`, `t:3`. */
  door: string;
  what: string;
  subject: string;
  /** Of the account it was done to. */
  subject_name: string;
  outcome: string;
  said: Record<string, string | number | string[]>;
  hash: string;
}

/** A page of the audit, the newest entry first. */
export interface AuditShown {
  entries: AuditRow[];
  has_more: boolean;
  /** How many entries there are in all. */
  last: number;
  /** What can be asked for. */
  what: string[];
}

/** What a candidate does, says, pays, or stops the game for. */
export interface AuditionAnswer {
  turn: number;
  given: Record<string, unknown>;
}

/** A device, or the rules of a table, that an audition can be taken under. */
export interface AuditionChoice {
  id: string;
  says: string;
}

/** An audition in a list. */
export interface AuditionListed {
  id: string;
  game: string;
  game_name: string;
  device: string;
  device_name: string;
  ruleset: string;
  begun: string;
  status: "over" | "under-way" | "void";
  score: number | null;
  is_passed: boolean | null;
}

/** An audition as its candidate sees it. */
export interface AuditionNow {
  id: string;
  is_own: boolean;
  game: string;
  game_name: string;
  device_name: string;
  ruleset: string;
  begun: string;
  status: "over" | "under-way" | "void";
  says: string;
  seal: string;
  minutes: number;
  seen: number;
  seconds: number;
  interruptions: number;
  now: AuditionSeen | null;
}

/** An audition that can be taken in a game: what it is, what is marked, and one's own so far. */
export interface AuditionOffer {
  game: string;
  name: string;
  devices: AuditionChoice[];
  rules: AuditionChoice[];
  terms: Terms;
  areas: TermTold[];
  steps: TermTold[];
  places: number;
  own: AuditionListed[];
  under_way: string;
  can_begin: boolean;
  can_set: boolean;
}

/** What an audition came to. */
export interface AuditionResult {
  id: string;
  person: string;
  candidate: string;
  is_own: boolean;
  game: string;
  game_name: string;
  device: string;
  device_name: string;
  ruleset: string;
  begun: string;
  ended: string;
  status: "over" | "under-way" | "void";
  says: string;
  version: string;
  terms: Terms;
  seal: string;
  seed: string;
  salt: string;
  is_passed: boolean;
  machine_passed: boolean;
  lacks: string[];
  score: number;
  machine_score: number;
  areas: AreaShown[];
  rounds: SpeedShown | null;
  decisions: SpeedShown | null;
  seconds: number;
  is_finished: boolean;
  injected: number;
  caught: number;
  marks: MarkShown[];
  remarks: RemarkShown[];
  interruptions: InterruptionShown[];
  journal_lines: number;
  journal_hash: string;
  verified: string;
  can_overrule: boolean;
}

/** The table as it lies, what is asked now, and what can always be done: stop the game. */
export interface AuditionSeen {
  turn: number;
  seen: number;
  asks: string;
  shown: Shown;
  parts: (Choose | PickCards | Amount | GiveChips | Say)[];
  stop: Choose;
  is_stopped: boolean;
  busy: number[];
  seconds: number;
  is_last_round: boolean;
  is_over: boolean;
}

/** An audition of a person, in a line. */
export interface AuditionTaken {
  id: string;
  game_name: string;
  device_name: string;
  begun: string;
  status: string;
  is_passed: boolean | null;
  score: number | null;
}

/** The terms of a game, as the house has set them. */
export interface AuditionTermsShown {
  game: string;
  name: string;
  terms: Terms;
  usual: Terms;
  areas: TermTold[];
  steps: TermTold[];
  places: number;
}

/** An audition under way that an instructor can watch. */
export interface AuditionToWatch {
  id: string;
  candidate: string;
  game_name: string;
  device_name: string;
  begun: string;
  minutes: number;
}

/** A candidate's table as an instructor watches it. */
export interface AuditionWatched {
  id: string;
  candidate: string;
  game: string;
  game_name: string;
  device_name: string;
  begun: string;
  status: "over" | "under-way" | "void";
  seal: string;
  minutes: number;
  seen: number;
  seconds: number;
  line: number;
  areas: TermTold[];
  now: AuditionSeen | null;
  marks: MarkShown[] | null;
  remarks: RemarkShown[];
}

/** A signature that others may give now, at screens of their own or at this one by their PIN. */
export interface Awaited {
  do: Order;
  says: string;
  posts: Record<string, string>;
  needs_chips: boolean;
}

/** Between these two the house's win lies so often, in per cent. */
export interface BandLevel {
  level: number;
  low_cents: number;
  high_cents: number;
  low: string;
  high: string;
  low_of_staked: string;
  high_of_staked: string;
}

/** A bank that is enough: ever ruined at most this often. */
export interface BankNeeded {
  risk: string;
  cents: number;
}

/** What the house may expect of a version at given stakes. */
export interface Banked {
  bands: HoldBand[];
  hour: WinAnHour;
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

/** What wagers are worth once these cards of a draw lie exposed. */
export interface CardsExposed {
  version: string;
  exposed: string;
  left: number;
  next_card: WagerExposed[];
  live: WagerExposed[];
}

/** The card in the action box, and those held: the first at the dealer's right, burns beneath. */
export interface CardsSeen {
  action_box: string;
  holding_boxes: string[];
  burns: number[];
  announcements: string[];
  holds: Holding[];
  pays: PayMark[];
}

/** A certificate in a list. */
export interface CertificateListed {
  id: string;
  game: string;
  game_name: string;
  devices: string[];
  ruleset: string;
  at: string;
  examiner: string;
  score: number;
  standing: "conversion" | "ended" | "holds" | "soon";
  says: string;
}

/** A certificate: in what, by whom, when, and what it rests on. */
export interface CertificateRow {
  id: string;
  game: string;
  game_name: string;
  device: string;
  device_name: string;
  ruleset: string;
  at: string;
  examiner: string;
  score: number;
  audition: string;
  journal_lines: number;
  journal_hash: string;
  withdrawn: string;
  conversions: ConvertedShown[];
}

/** A certificate, with all that it rests on. */
export interface CertificateShown {
  id: string;
  holder: string;
  number: number;
  is_own: boolean;
  house: string;
  game: string;
  game_name: string;
  ruleset: string;
  rules: string[];
  approvals: string[];
  devices: string[];
  at: string;
  examiner: string;
  score: number;
  skills: number;
  audition: string;
  seed: string;
  salt: string;
  seal: string;
  journal_hash: string;
  journal_lines: number;
  entry: number;
  hash: string;
  standing: "conversion" | "ended" | "holds" | "soon";
  says: string;
  until: string | null;
  conversions: ConversionSigned[];
  choices: ConversionChoice[];
  may_withdraw: boolean;
}

/** What an examiner is about to sign, and what is in the way of it. */
export interface CertifyOffer {
  audition: string;
  holder: string;
  game_name: string;
  device_name: string;
  ruleset: string;
  score: number;
  overruled: number;
  taken: string;
  journal_lines: number;
  journal_hash: string;
  why_not: string;
  certificate: string;
}

/** A probability, and how it was found. */
export interface Chance {
  probability: number;
  text: string;
  method: string;
}

/** What is different from an earlier edition, and what follows from it. */
export interface ChangeShown {
  before: string;
  ruleset: string;
  is_none: boolean;
  changed: ChangedRow[];
  warnings: string[];
  rules: number;
  approvals: ApprovalOutcome[];
  devices: DeviceOutcome[];
  skills: string[];
  documents: string[];
  steps: string[];
}

/** What is to be changed of an account; what is not said stays. */
export interface ChangedAccount {
  roles?: string[] | null;
  is_disabled?: boolean | null;
  reset_password?: boolean;
}

/** The hands that one version plays so and the other so. */
export interface ChangedDecision {
  was: string;
  now: string;
  hands: number;
  share: Exact;
  weakest: string;
  strongest: string;
  examples: ChangedHand[];
}

/** One of the hands that are played otherwise. */
export interface ChangedHand {
  cards: string;
  spoken: string;
  hands: number;
  gain: Exact;
}

/** A reading, a payment or a setting that is another now; nothing stands for a side without it. */
export interface ChangedRow {
  what: string;
  before: string;
  after: string;
}

/** What has changed since the last state. */
export interface ChangesMessage {
  type: "changes";
  seq: number;
  told: Told[];
  has_gap?: boolean;
  patch?: Record<string, unknown>;
}

/** What one jurisdiction asks for, and how it stands. */
export interface Checklist {
  id: string;
  name: string;
  authority: string;
  approvals: ApprovalShown[];
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
  letter: string;
  reading: string;
  option: string;
}

/** How far the practical checklist of a game is signed. */
export interface ChecklistRow {
  game: string;
  game_name: string;
  signed: number;
  items: number;
}

/** The practical checklist of a game, as far as it is signed for a person. */
export interface ChecklistShown {
  game: string;
  game_name: string;
  name: string;
  items: HandSkill[];
}

/** An item of the practical checklist that an instructor signed. */
export interface ChecklistSignature {
  entry: number;
  at: string;
  by: string;
  game: string;
  game_name: string;
  item: string;
  is_passed: boolean;
  words: string;
}

/** Chips that went from one place at the table to another, in sight of everybody. */
export type ChipsMoved = [string, string, Record<string, number>];

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

/** A figure that the manual publishes beside the computed one. */
export interface ClaimShown {
  text: string;
  published: string;
  computed: Exact;
  verdict: string;
}

/** What is to be different about a class; what is not named stays. */
export interface ClassChange {
  name?: string | null;
  teacher?: string | null;
  is_closed?: boolean | null;
}

/** A class: whom to help with what, how far everyone is, what goes wrong most. */
export interface ClassPage {
  id: number;
  name: string;
  teacher: string;
  created: string;
  people: PupilRow[];
  patterns: PatternRow[];
  assignments: AssignmentShown[];
  may_reassign: boolean;
}

/** A class among others. */
export interface ClassRow {
  id: number;
  name: string;
  teacher: string;
  people: number;
  created: string;
  closed: string | null;
  need_help: number | null;
}

/** How the class has done so far, all of it together. */
export interface ClassTally {
  answered: number;
  right: number;
  percents: number[];
}

/** The classes that a person teaches. */
export interface ClassesPage {
  classes: ClassRow[];
  closed: ClassRow[];
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
  figures: FloorFigures | null;
  archived: string;
}

/** The connection ends. */
export interface ClosingMessage {
  type: "closing";
  why: string;
}

/** A decision that was made, judged. */
export interface CoachedDecision {
  round: number;
  decision: string;
  says: string;
  is_best: boolean;
  cost: string;
}

/** What a coach has to say to one player. */
export interface Coaching {
  last?: CoachedDecision;
  decisions: number;
  mistakes: number;
  cost: string;
  is_thinking: boolean;
}

/** A looser limit that holds later; no limit any more, if it has no value. */
export interface ComingLimit {
  value: number | null;
  since: string;
}

/** A command was carried out: how many lines the journal has. */
export interface CommandWritten {
  id: string;
  seq: number;
}

/** Two versions side by side. */
export interface Compared {
  first: ReportShown;
  second: ReportShown;
  is_same: boolean;
  readings: ReadingCompared[];
  pay: PayCompared[];
  contest: FigureCompared[];
  wagers: WagerCompared[];
  decisions: DecisionsChanged | null;
}

/** The wagers that are decided together, each hand played for the best. */
export interface ContestShown {
  wagers: string[];
  name: string;
  first: string;
  figures: FiguresShown;
  decisions: DecisionShown[];
  ties: number;
}

/** What is answered in one stage of a question. */
export interface ConversionAnswer {
  question: string;
  stage: number;
  given: Record<string, unknown>;
  seconds?: number | null;
}

/** Rules and a device for which a certificate can be converted, and why it takes one. */
export interface ConversionChoice {
  ruleset: string;
  where: string;
  device: string;
  device_name: string;
  lacks: number;
  why: string[];
}

/** One skill as it was answered in a conversion that is over, or in a pass that is. */
export interface ConversionMark {
  skill: string;
  mark: number;
  told: AnswerTold;
}

/** A conversion as it stands: the question that is asked, and no mark before the end of a pass. */
export interface ConversionNow {
  id: string;
  certificate: string;
  holder: string;
  is_own: boolean;
  game: string;
  game_name: string;
  device_name: string;
  ruleset: string;
  where: string;
  why: string[];
  status: "failed" | "passed" | "signed" | "under-way";
  skills: number;
  turn: number;
  asked: number;
  of: number;
  question: DrillShown | null;
  marks: ConversionMark[];
  score: number | null;
  needed: number;
  why_not: string;
}

/** A conversion by which a certificate was renewed. */
export interface ConversionSigned {
  at: string;
  examiner: string;
  device_name: string;
  ruleset: string;
  skills: number;
  score: number;
}

/** That a certificate holds under other rules or with another device too. */
export interface ConvertedShown {
  id: string;
  at: string;
  examiner: string;
  ruleset: string;
  device: string;
  device_name: string;
  score: number;
  skills: number;
}

/** How many skills are new, shaky and known. */
export interface Counts {
  new: number;
  shaky: number;
  known: number;
}

/** What a period had come to at a moment. */
export interface CoursePoint {
  at: string;
  clock: string;
  drop: number;
  win: number;
  hold: number | null;
  staked: number;
  won: number;
  theoretical: number | null;
  rounds: number;
}

/** Everybody who has played at the tables of the gaming day, one line a person. */
export interface DayRatings {
  day: string;
  money: Rating[];
  practice: Rating[];
  left_out: number;
}

/** The dealer whom a table waits for, and when the house deals on if it will. */
export interface DealerAway {
  name: string;
  house_in_ms?: number;
}

/** A dealer, and what they may deal. */
export interface DealerRow {
  number: number;
  name: string;
  deals: MayDealShown[];
}

/** The dealer's hand; once turned it is set in order, and a hand within it pushed up. */
export interface DealerSeen {
  cards: string[];
  face_down: number;
  set?: string[];
  pushed_up?: string[];
}

/** Everyone with the duty of dealer; those with something to see to come first. */
export interface DealersPage {
  dealers: DealerRow[];
  warnings: string[];
  policy: Policy;
  may_change: boolean;
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

/** What a player may do. */
export interface DecisionField {
  id: string;
  name: string;
}

/** A decision in a picture: what it costs there, and whether the player of the picture takes it. */
export interface DecisionPictured {
  name: string;
  cost: number;
  is_taken: boolean;
}

/** A decision, and of which part of all hands it is the best. */
export interface DecisionShown {
  id: string;
  share: Exact;
}

/** What one decision is worth for one hand. */
export interface DecisionValued {
  decision: string;
  worth: Exact;
  cost: Exact;
  is_best: boolean;
  plays: string;
}

/** How the best decisions of one version differ from those of another. */
export interface DecisionsChanged {
  hands: number;
  total: number;
  share: Exact;
  worth: Exact;
  changes: ChangedDecision[];
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

/** How much of what a dealer needs with a device is to be examined again. */
export interface DeviceOutcome {
  name: string;
  needed: number;
  again: number;
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

/** An alert is dismissed. */
export interface DismissAlert {
  reason: string;
}

/** A document that can be printed. */
export interface DocumentRow {
  name: string;
  title: string;
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

/** A pack that papers can be compared with, for a while. */
export interface EarlierPack {
  id: string;
  game: string;
  jurisdiction: string;
  day: string;
}

/** What papers are printed for, checked: the ruleset, the place, and what to beware of. */
export interface EditionShown {
  game: string;
  game_name: string;
  jurisdiction: string;
  jurisdiction_name: string;
  ruleset: string;
  day: string;
  approval: string;
  needs_approval: boolean;
  submission: string;
  note: string;
  warnings: string[];
  open_questions: string[];
  documents: DocumentRow[];
  supplied: SuppliedShown[];
}

/** The number of a session or a token that has ended. */
export interface Ended {
  id: number;
}

/** The number of the entry in the register. */
export interface EntrySigned {
  entry: number;
}

/** A request that a person's records be erased; it waits for a second person. */
export interface ErasureShown {
  entry: number;
  at: string;
  by: string;
  number: number;
  name: string;
  reason: string;
  may_confirm: boolean;
}

/** The rounds of a player since they sat down. */
export interface Evening {
  rounds: number;
  best: number;
  worst: number;
  points: number[];
}

/** A reference, or a file by its name, size and SHA-256; the house keeps the file itself. */
export interface Evidence {
  reference?: string;
  file?: string;
  sha256?: string;
  size?: number;
}

/** A figure computed without rounding, and as it is printed. */
export interface Exact {
  exact: string;
  text: string;
}

/** A hand that a list gets wrong. */
export interface ExceptionTaught {
  cards: string;
  listed: string;
  best: string;
  cost: Exact;
  hands: number;
}

/** What a player can keep, to prove later that the deal was not changed. */
export interface FairDeal {
  seal: string;
  head?: Statement;
}

/** The colours of felt there are. */
export type Felt = "blue" | "burgundy" | "green";

/** A field of an act's form. */
export interface FieldDescription {
  name: string;
  kind: "cards" | "cash" | "chips" | "choice" | "items" | "kinds" | "limits" | "number" | "place" | "plays" | "staff" | "text" | "wager";
  label: string;
  blank: string;
  is_optional: boolean;
}

/** One figure of both versions. */
export interface FigureCompared {
  id: string;
  first: Exact | null;
  second: Exact | null;
  difference: Exact | null;
}

/** Figures in words: a title, what the columns are, and the rows. */
export interface Figures {
  title: string;
  header: string[];
  rows: string[][];
}

/** The figures of a wager, or of those that are decided together, in units of the first stake. */
export interface FiguresShown {
  house_edge: Exact;
  element_of_risk: Exact | null;
  average_wager: Exact;
  hit_frequency: Exact;
  variance: Exact;
  deviation: string;
  net_results: NetShown[];
  is_player_edge: boolean;
}

/** A period from its beginning to now or to its end: for money, and for practice. */
export interface FloorCourse {
  period: PeriodShown;
  zone: string;
  money: CoursePoint[];
  practice: CoursePoint[];
  shifts: ShiftTotal[];
  left_out: number;
}

/** A fault, with the line of the journal that shows it. */
export interface FloorFault {
  erred: string;
  kind: string;
  says: string;
  rule: string;
  sentence: string;
  source: string;
  who: string;
  post: string;
  cents: number;
  table: string;
  table_id: string;
  line: number;
  game: string;
  device: string;
  seen_by: string[];
  is_unnoticed: boolean;
  stood: number | null;
  skills: number;
}

/** What one table, or several, took in, won and were staked in a period. */
export interface FloorFigures {
  drop: number;
  win: number;
  hold: number | null;
  staked: number;
  won: number;
  won_per_staked: number | null;
  theoretical: number | null;
  expected: number | null;
  low95: number | null;
  high95: number | null;
  low99: number | null;
  high99: number | null;
  is_outside: 0 | 95 | 99;
  is_bell_curve: boolean;
  rounds: number;
  void_rounds: number;
  decisions: number;
  minutes: number;
  rounds_an_hour: number;
}

/** The monthly table, or how far it is. */
export interface FloorPage {
  month: string;
  months: string[];
  zone: string;
  sees_all: boolean;
  people: string[];
  who: string;
  progress: FloorProgress;
  unreadable: string[];
  unreadable_count: number;
  left_out: number;
  report: FloorReport | null;
}

/** How many journals are read, of how many. */
export interface FloorProgress {
  read: number;
  tables: number;
}

/** The faults of a month. */
export interface FloorReport {
  total: FloorRow;
  before: FloorRow;
  kinds: FloorRow[];
  rules: FloorRow[];
  games: FloorRow[];
  devices: FloorRow[];
  hours: FloorRow[];
  weekdays: FloorRow[];
  spells: FloorRow[];
  tables: FloorRow[];
  people: FloorRow[];
  faults: FloorFault[];
  faults_left: number;
}

/** A row of the monthly table: how many faults in how many rounds, and what they cost, in cents. */
export interface FloorRow {
  title: string;
  about: string;
  faults: number;
  rounds: number;
  per_thousand: number | null;
  is_few: boolean;
  out_cents: number;
  short_cents: number;
  lost_cents: number;
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

/** Where the coordinates of a place begin, and how far they are turned, clockwise. */
export interface FrameDescription {
  place: number;
  x: number;
  y: number;
  turn_deg: number;
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
  tour: PictureDescription[];
  terms: TermDescription[];
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

/** All tables of a game; all of the floor, where none is named. */
export interface GameTotal {
  game_name: string;
  tables: number;
  opening_float: number;
  closing_float: number;
  fills: number;
  credits: number;
  figures: FloorFigures;
}

/** When the house's days and shifts begin; the first shift begins the day. */
export interface GamingDay {
  zone: string;
  shifts: Shift[];
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

/** Hands in two dimensions. */
export interface Grid {
  within: string[];
  row_view: string;
  column_view: string;
  rows_by: string;
  columns_by: string;
  columns: string[];
  rows: GridRow[];
  is_mixed: boolean;
}

/** The hands of one row and column. */
export interface GridCell {
  decision: string;
  is_mixed: boolean;
  hands: number;
  shares: Record<string, number>;
  worth: Exact;
  cost: Exact;
  example: string;
}

/** A row of a grid; None where there is no such hand. */
export interface GridRow {
  name: string;
  cells: (GridCell | null)[];
}

/** The best decisions as grids that one can point at: all hands first. */
export interface Grids {
  grids: Grid[];
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

/** A hand skill, and by whom it was seen at a real table. */
export interface HandSkill {
  item: string;
  says: string;
  source: string;
  signed_by: string;
  signed_at: string | null;
  lacks: string;
}

/** One hand: every decision valued, the best first. */
export interface HandValued {
  version: string;
  cards: string;
  spoken: string[];
  decisions: DecisionValued[];
}

/** What a player keeps. */
export interface HandedHead {
  table: string;
  seal: string;
  statement: Statement;
  ring: Statement[];
}

/** How far what the house signs was handed out to a second party. */
export interface HandedShown {
  to: string;
  number: number;
  waiting: number;
  failing_since: string;
  why: string;
  is_late: boolean;
}

/** A table that passes with the pit; amounts in cents, null for those who are to count its chips. */
export interface HandedTable {
  id: string;
  table: string;
  game_name: string;
  is_practice: boolean;
  status: string;
  dealer: string;
  inspector: string;
  seated: number;
  places: number;
  opening_float: number;
  float_cents: number | null;
  drop: number | null;
  win: number | null;
  waiting: string[];
}

/** The pit as one pit boss offers it to another; their tables and alerts pass when it is taken. */
export interface Handover {
  id: number;
  giver: string;
  taker: string;
  note: string;
  offered: string;
  ended: string | null;
  outcome: "" | "declined" | "taken" | "withdrawn";
  tables: string[];
  alerts: number;
  left: string[];
}

/** What there is to hand over, or to take over, with whom and from whom. */
export interface HandoverPage {
  is_pit_boss: boolean;
  to: string[];
  offers: Handover[];
  of: string;
  tables: HandedTable[];
  alerts: AlertShown[];
  earlier: Handover[];
}

/** How the house is. */
export interface Health {
  status: "leaving" | "open" | "read-only" | "unavailable";
  version: string;
  database: "postgresql" | "sqlite";
  tables: number;
  quarantined: number;
  servers: number;
  clock_off_seconds: number;
  clock_behind_seconds: number;
  heads_failing_seconds: number;
}

/** A player's rounds at a table, the newest first, and the sums since they sat down. */
export interface History {
  rounds: PlayedRound[];
  net: number;
  bought_in: number;
  since: string;
  rounds_played: number;
  more: boolean;
  evening: AfterRound[];
}

/** What the house wins over so many rounds. */
export interface HoldBand {
  rounds: number;
  expected: Exact;
  staked: Exact;
  levels: BandLevel[];
  is_bell_curve: boolean;
}

/** The cards in the discard holder: how many, never which. */
export interface HolderSeen {
  cards: number;
  has_cut_card: boolean;
  says: string;
}

/** What cards make, in one way of looking at them. */
export interface Holding {
  says: string;
  cards: string[];
  core: string[];
  seen_in: string;
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

/** How often the heads of the journals are signed. */
export interface HowOften {
  minutes: number;
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

/** A time in which the house was closed. */
export interface InterruptionShown {
  at: string;
  seconds: number;
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

/** What a guest wants to be called on the screen; people with an account have their own name. */
export interface JoinScreen {
  name?: string;
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

/** A key of the house: only its public half is ever shown. */
export interface KeyShown {
  id: string;
  since: string;
  until: string;
  retired: "" | "lost" | "rotated" | "stolen";
  pem: string;
}

/** Something that a jurisdiction asks for, and a document lacks. */
export interface LackShown {
  id: string;
  title: string;
  says: string;
  source: string;
  note: string;
  is_of_people: boolean;
}

/** A wager on the felt. */
export interface LaidWager {
  place: number;
  wager: string;
  name: string;
  chips: Record<string, number>;
  cents: number;
  on_card?: number;
}

/** How a table was last opened for money. */
export interface LastOpening {
  game: string;
  table: string;
  day: string;
  at: string;
  by: string;
  again: SameAgain;
}

/** The felt of a table, from above, the dealer at the top. */
export interface LayoutDescription {
  width_mm: number;
  depth_mm: number;
  radius_mm: number;
  frames: FrameDescription[];
  spots: SpotDescription[];
  number: PatchDescription;
  cards: AreaDescription[];
  areas: AreaDescription[];
  payouts: PayoutsDescription[];
  title: LetteringDescription;
  lettering: LetteringDescription[];
  emblem: PatchDescription | null;
  emblem_cards: string[];
}

/** A table whose journal stays in the database, and why. */
export interface LeftTable {
  table: string;
  why: string;
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

/** The regulator approves a game in one ruleset. The evidence is the letter: reference and hash. */
export interface Letter {
  kind: "letter";
  game: string;
  ruleset?: string;
  dated: string;
  readings?: Record<string, string>;
  pay?: Record<string, string>;
  leaves_open?: string[];
  needs_answer?: string[];
  conditions?: ApprovalCondition[];
}

/** What stands for the house on every paper. */
export interface Letterhead {
  name: string;
  address: string;
  paper: "a4" | "us-letter";
}

/** Words on an arc around the middle of the curved edge, centred straight ahead of the dealer. */
export interface LetteringDescription {
  radius_mm: number;
  size_mm: number;
  wide_deg: number;
  says: string;
}

/** The numbers of the records that wait for a second person, and how many letters were left out. */
export interface LettersEntered {
  numbers: number[];
  left_out: number;
}

/** A file of letters, as another house or this one wrote it. */
export interface LettersSent {
  toml: string;
}

/** The least and the most on a kind of wager, in cents. */
export interface LimitPosted {
  wager: string;
  low: number;
  high: number;
}

/** The most that may be wagered on each wager, where our sources do not say. */
export interface Limited {
  kind: "limit";
  maximum_cents: number;
}

/** Everything that a player has set, and how today has gone so far. */
export interface LimitsShown {
  loss: OwnLimit;
  minutes: OwnLimit;
  check: OwnLimit;
  break_until: string | null;
  looser_after_hours: number;
  day_ends: string;
  played_minutes: number;
  money: number;
  practice: number;
}

/** One way in which a wager ends, in both versions; None where a version has it not. */
export interface LineCompared {
  rule: string;
  name: string;
  first: LineShown | null;
  second: LineShown | null;
  is_changed: boolean;
}

/** One way in which a wager ends. */
export interface LineShown {
  rule: string;
  made: string;
  name: string;
  pays: string;
  count: number;
  probability: Exact;
  contribution: Exact;
}

/** A list to learn: the first rule that applies decides. */
export interface ListTaught {
  name: string;
  rules: RuleTaught[];
  otherwise: string;
  house_edge: Exact;
  cost: Exact;
  wrong_hands: number;
  exceptions: ExceptionTaught[];
}

/** What has changed in the lobby since a mark. */
export interface LobbyNews {
  mark: string;
  tables: LobbyRow[];
  ids: string[] | null;
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
  place: string;
  places: number;
  taken: Record<string, string>;
  present: number[];
  limits: Record<string, [number, number]>;
  minimum: number;
  maximum: number;
  ruleset: string;
  warnings: string[];
  left_open: string[];
  dealer: string;
  device: string;
  day: string;
  has_advice: boolean;
  certified_only: boolean;
  decide_seconds: number;
  your_place: number;
  your_posts: string[];
  posts_to_take: string[];
  may_close: boolean;
}

/** `manifest.json` of an earlier pack, as it was printed. */
export interface ManifestSent {
  manifest: string;
}

/** What an instructor says to a mark instead; both are kept. */
export interface MarkOverruled {
  mark: number;
  reason: string;
  by: string;
  at: string;
}

/** One mark of the machine, and what was said to it. */
export interface MarkShown {
  n: number;
  area: string;
  line: number;
  round: number;
  seconds: number;
  asks: string;
  given: string;
  right: string;
  says: string;
  rule: string;
  source: string;
  missed: string;
  mark: number;
  is_injected: boolean;
  overruled: OverruledShown[];
}

/** A stage, or a whole question, as it was marked. */
export interface MarksShown {
  mark: number;
  parts: PartShown[];
  seconds: number;
  target_seconds: number;
}

/** Whether a dealer may deal a game with a device, under one set of rules. */
export interface MayDealShown {
  game: string;
  game_name: string;
  device: string;
  device_name: string;
  ruleset: string;
  where: string;
  standing: "conversion" | "ended" | "holds" | "soon";
  says: string;
  until: string | null;
  certificate: string;
  certified: string;
  examiner: string;
}

/** A person as their page knows them; nobody, if there is no name. */
export interface Me {
  name: string | null;
  roles: string[];
  is_guest: boolean;
  must_change_password: boolean;
  has_pin: boolean;
}

/** A condition of the jurisdiction, or of a letter, is met. */
export interface Met {
  kind: "condition";
  condition: string;
  letter?: string;
}

/** What was answered in place of what is right, and how often. */
export interface Mistake {
  given: string;
  right: string;
  times: number;
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

/** Why a person needs help, and with what. */
export interface Need {
  kind: "away" | "due" | "late" | "stalled" | "stuck";
  says: string;
  game: string;
  skill: string;
}

/** One net result of a player, and how often it comes. */
export interface NetShown {
  net: Exact;
  count: number;
  probability: Exact;
}

/** An account to be made; its password is made up, if none is said. */
export interface NewAccount {
  name: string;
  roles: string[];
  password?: string | null;
}

/** What is to be done, by whom and by when. */
export interface NewAssignment {
  people?: number[];
  kind: "audition" | "conversion" | "drill" | "lesson";
  game: string;
  lesson?: string;
  drill?: string;
  skill?: string;
  device?: string;
  times?: number;
  due?: string | null;
}

/** An audition that a person begins. */
export interface NewAudition {
  game: string;
  device: string;
  table?: string;
}

/** Until when no wager of one's own is to be taken. */
export interface NewBreak {
  until: string;
}

/** A class that is to be made. */
export interface NewClass {
  name: string;
}

/** The rules and the device for which a certificate is to hold. */
export interface NewConversion {
  ruleset: string;
  device: string;
}

/** A question that is asked for: the next of today's session, or one of a game. */
export interface NewDrill {
  game?: string;
  drill?: string;
  skill?: string;
  mode?: "examination" | "practice";
  is_session?: boolean;
}

/** The limits to be set; null for none, and what is not named stays as it is. */
export interface NewLimits {
  loss?: number | null;
  minutes?: number | null;
  check?: number | null;
}

/** A logo in SVG; none, if it is empty. */
export interface NewLogo {
  svg: string;
}

/** What an instructor says in place of the machine, and why. */
export interface NewMark {
  mark: "half" | "right" | "wrong";
  reason: string;
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

/** People who join a class, by the names of their accounts. */
export interface NewPeople {
  names: string[];
}

/** The PIN to sign with at a shared screen; none, if null. */
export interface NewPin {
  password: string;
  pin: string | null;
}

/** Something that a person attests. */
export interface NewRecord {
  jurisdiction: string;
  claim: Letter | Met | Answered | Limited;
  evidence: Evidence;
  until?: string | null;
}

/** What an instructor marks beside the machine. */
export interface NewRemark {
  area: string;
  mark: "half" | "right" | "wrong";
  words: string;
  line?: number;
}

/** A class screen to be opened. */
export interface NewScreen {
  game: string;
  drill?: string;
  skill?: string;
  seconds?: number;
  class_id?: number;
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
  certified_only?: boolean | null;
  jurisdiction?: string;
}

/** The terms of a game's auditions: all of them. */
export interface NewTerms {
  minutes: number;
  players: number;
  goes_wrong: number;
  paces: Record<string, StepPace>;
  marks: Record<string, number>;
  rounds_an_hour: number;
  decisions_an_hour: number;
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
  says: string;
  do?: Order;
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
  confirms: ToConfirm[];
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

/** Something that went wrong or was put right, as the journal tells it. */
export interface Noted {
  at: string;
  table: string;
  id: string;
  line: number;
  says: string;
}

/** Something that the regulator has said and that stops no table. */
export interface NoticeShown {
  says: string;
  source: string;
}

/** The pit is offered to another pit boss. */
export interface OfferHandover {
  to: string;
  note?: string;
}

/** That one pit boss has offered the pit to another. */
export interface OfferShown {
  id: number;
  giver: string;
  taker: string;
}

/** A button: what it says, and what it sends. */
export interface Offered {
  label: string;
  do: Order;
}

/** Who worked at a post, from when to when. */
export interface OnPost {
  table: string;
  post: string;
  who: string;
  since: string;
  until: string;
}

/** One of several choices. */
export interface Option {
  id: string;
  says: string;
}

/** One way to read a passage. */
export interface OptionField {
  id: string;
  means: string;
  warning: string;
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

/** What an instructor says to the mark of an answer instead, and why. */
export interface OtherMark {
  mark: "part" | "right" | "wrong";
  reason: string;
}

/** A mark that a person gave in place of the machine's: both are kept. */
export interface OverruledRow {
  entry: number;
  at: string;
  by: string;
  game: string;
  asks: string;
  machine: number | null;
  mark: number;
  reason: string;
  audition: string;
}

/** A mark that a person gave in place of the machine's. */
export interface OverruledShown {
  mark: number;
  reason: string;
  by: string;
  at: string;
}

/** A person's certificates, their conversions under way, and what waits for their signature. */
export interface OwnCertificates {
  certificates: CertificateListed[];
  under_way: string[];
  to_sign: ToSign[];
}

/** A limit as it holds now, and a looser one that is to come. */
export interface OwnLimit {
  value: number | null;
  coming: ComingLimit | null;
}

/** A player's own hand: what it makes, and what it would win. */
export interface OwnSeen {
  cards: string[];
  plays: string[];
  holds: Holding[];
  pays: PayMark[];
}

/** What one person has to do at one of their posts now. */
export interface OwnWork {
  id: string;
  table: string;
  game_name: string;
  post: string;
  status: "closed" | "closing" | "open" | "opening";
  is_practice: boolean;
  does: string;
  says: string;
  more: number;
  calls: CallShown[];
}

/** How long answers should take, in seconds, by drill or by skill; what stands first holds. */
export interface PaceShown {
  by_house: Record<string, number>;
  by_teachers: Record<string, number>;
  own: Record<string, number>;
  titles: Record<string, string>;
}

/** A game whose papers can be printed. */
export interface PaperGame {
  id: string;
  name: string;
  readings: PaperReading[];
}

/** One way to read a passage. */
export interface PaperOption {
  id: string;
  says: string;
  warning: string;
}

/** A jurisdiction for which papers can be printed, with the kinds of submission known there. */
export interface PaperPlace {
  id: string;
  name: string;
  submissions: JurisdictionRow[];
}

/** A passage that can be read in several ways. */
export interface PaperReading {
  id: string;
  question: string;
  default: string;
  is_undecided: boolean;
  options: PaperOption[];
}

/** A document that was printed. */
export interface PaperShown {
  name: string;
  title: string;
  file: string;
  bytes: number;
  sha256: string;
  pages: number;
  drawing: string;
  lacks: LackShown[];
}

/** A table whose papers can be printed, just as it is set up. */
export interface PaperTable {
  id: string;
  table: string;
  game: string;
  game_name: string;
  jurisdiction: string;
  jurisdiction_name: string;
  ruleset: string;
  day: string;
  is_practice: boolean;
  limits: LimitPosted[];
}

/** What can be printed, for whom, and how the house is named on it. */
export interface PapersPage {
  documents: DocumentRow[];
  tables: PaperTable[];
  games: PaperGame[];
  jurisdictions: PaperPlace[];
  letterhead: Letterhead;
  logo: string;
  today: string;
  may_change: boolean;
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

/** One part of a question that is closed: what is right and why, and what the class answered. */
export interface PartResult {
  asks: string;
  right: string;
  says: string;
  rule: string;
  source: string;
  missed: string;
  right_count: number;
  shares: ShareShown[];
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

/** A shape of some size with its middle somewhere. */
export interface PatchDescription {
  shape: Shape;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much of what was wrong belongs to a game, a drill or a device. */
export interface PatternCount {
  id: string;
  title: string;
  asked: number;
  wrong: number;
}

/** A skill that goes wrong in a class. */
export interface PatternRow {
  game: string;
  game_name: string;
  skill: string;
  rule: string;
  case: string;
  drill: string;
  drill_title: string;
  device: string;
  device_name: string;
  says: string;
  source: string;
  asked: number;
  wrong: number;
  people: PersonWrong[];
  mistake: Mistake | null;
}

/** What goes wrong in a class, the most frequent first. */
export interface PatternsPage {
  id: number;
  name: string;
  days: number;
  asked: number;
  wrong: number;
  by_game: PatternCount[];
  by_drill: PatternCount[];
  by_device: PatternCount[];
  patterns: PatternRow[];
  more: number;
}

/** One posted payment, by the key under which it can be changed. */
export interface PayChoice {
  key: string;
  says: string;
  odds: string;
}

/** A payment that the versions post at two odds; None where a version has no such line. */
export interface PayCompared {
  key: string;
  first: string | null;
  second: string | null;
}

/** One posted payment. */
export interface PayField {
  key: string;
  name: string;
  table: string;
  is_single: boolean;
  printed: string;
  present: string;
  counts_stake: boolean;
  least: number;
  most: number;
  can_change_decisions: boolean;
}

/** A row of a pay table, or fixed odds, that a wager would be paid by. */
export interface PayMark {
  wager: string;
  table: string;
  hand: string;
  odds: string;
  is_certain: boolean;
  when: string;
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

/** A wager that was settled at the place in question, with why. What is nothing is left out. */
export interface PaymentShown {
  wager: string;
  name: string;
  stake: number;
  returned?: number;
  net: number;
  odds?: string;
  result: "lose" | "push" | "win";
  for_dealer?: boolean;
  says?: string;
  why?: Why;
  hand?: string;
  where?: string;
  how?: string;
  does?: string;
  rack?: Record<string, number>;
}

/** A row of a printed pay table. */
export interface PayoutRow {
  says: string;
  odds: string;
  case: string;
  table: string;
  wagers: string[];
}

/** A pay table, or odds of wagers that have none, as printed. */
export interface PayoutsDescription {
  at: PatchDescription;
  title: string;
  rows: PayoutRow[];
}

/** A gaming day or one of its shifts. */
export interface PeriodShown {
  id: string;
  name: string;
  day: string;
  begins: string;
  ends: string;
  begins_at: string;
  ends_at: string;
  is_now: boolean;
}

/** A person who has joined. */
export interface PersonHere {
  number: number;
  name: string;
  has_answered: boolean;
  is_away: boolean;
}

/** How often something was wrong with one person. */
export interface PersonWrong {
  account: number;
  name: string;
  wrong: number;
}

/** What a person knows, was examined in, by whom, when, under which rules and with which device. */
export interface PersonnelPage {
  number: number;
  name: string;
  duties: string[];
  since: string;
  is_own: boolean;
  is_closed: boolean;
  sees: "examined" | "whole";
  erased: string;
  deals: MayDealShown[];
  certificates: CertificateRow[];
  auditions: AuditionListed[];
  checklist: ChecklistSignature[];
  overruled: OverruledRow[];
  games: GameProgress[];
  answers: number;
  faults: RecordedFault[];
  kept: string;
  entries: number;
  is_intact: boolean;
  asked: ErasureShown | null;
  may_ask: boolean;
}

/** A phase of a round, in the manual's words and in brief. */
export interface PhaseDescription {
  id: string;
  name: string;
  waiting: string;
  says: string;
  source: string;
}

/** A class screen on the phone of a person who has joined. */
export interface PhonePage {
  code: string;
  version: number;
  phase: "asking" | "closed" | "joining" | "over";
  game: string;
  game_name: string;
  leader: string;
  name: string;
  asked: AskedShown | null;
  has_answered: boolean;
  result: StageResult | null;
  marks: MarksShown | null;
  right: number;
  answered: number;
}

/** Some cards of a hand, by where they lie in it, counted from 0. */
export interface PickCards {
  kind: "pick-cards";
  cards: string[];
  count: number;
  id: string;
  asks: string;
}

/** One of the four pictures of how a game plays, settled by the ruleset in force. */
export interface PictureDescription {
  id: string;
  title: string;
  caption: string;
  cards: string[];
  played: string[];
  hand: string;
  dealer: string[];
  dealer_face_down: number;
  dealer_hand: string;
  wagers: WagerPictured[];
  decisions: DecisionPictured[];
  net: number;
  source: string;
}

/** Every table at a glance and those closed last, with their figures in a gaming day or a shift. */
export interface PitOverview {
  mark: string;
  period: PeriodShown;
  periods: PeriodShown[];
  zone: string;
  tables: PitRow[];
  ids: string[] | null;
  totals: Total[];
  unread: number;
  closed: ClosedTable[] | null;
  quarantined: ShutTable[] | null;
}

/** A table at a glance; who is to count its chips is not told what they should come to.

    It is told of again when its figures, seats, staff or status change: the phase is as it was then. */
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
  place: string;
  places: number;
  taken: Record<string, string>;
  present: number[];
  limits: Record<string, [number, number]>;
  minimum: number;
  maximum: number;
  ruleset: string;
  warnings: string[];
  left_open: string[];
  dealer: string;
  device: string;
  day: string;
  has_advice: boolean;
  certified_only: boolean;
  decide_seconds: number;
  your_place: number;
  your_posts: string[];
  posts_to_take: string[];
  may_close: boolean;
  figures: FloorFigures | null;
  float_cents: number | null;
  staff: Record<string, string>;
  due: string[];
  calls: CallShown[];
  alerts: string[];
  approval: string;
  note: string;
  seated: number;
}

/** What everybody sees of a place. What is nothing is left out. */
export interface PlaceSeen {
  player: string;
  wagers: Record<string, Record<string, number>>;
  chips: Record<string, number>;
  decision?: string;
  marker?: string;
  for_dealer?: Record<string, Record<string, number>>;
  hand?: HandSeen;
  plays?: string[];
  in_play?: number;
  laid_aside?: number;
  is_present?: boolean;
}

/** A wager that players stake on themselves. */
export interface PlacedWager {
  id: string;
  name: string;
  together: number;
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
  coached: CoachedDecision | null;
  net: number;
  taken_back: number;
  is_void: boolean;
  payments: PaymentShown[];
}

/** What the house has decided about certificates and records, until it decides otherwise. */
export interface Policy {
  certified_only: boolean;
  valid_months: number | null;
  warn_days: number;
  keep_years: number | null;
}

/** Why something was refused. */
export interface Problem {
  /** One sentence for a person. */
  why: string;
  /** The rule behind it, where there is one. */
  rule?: string;
  table?: TableMessage;
}

/** A class screen as the room sees it, and as its leader leads it. */
export interface ProjectorPage {
  code: string;
  version: number;
  phase: "asking" | "closed" | "joining" | "over";
  game: string;
  game_name: string;
  title: string;
  class_name: string;
  seconds: number;
  people: PersonHere[];
  asked: AskedShown | null;
  result: StageResult | null;
  has_more: boolean;
  tally: ClassTally;
}

/** One person's school, as their instructor sees it. */
export interface PupilPage {
  account: number;
  name: string;
  classes: string[];
  last: string | null;
  days_away: number | null;
  week_asked: number;
  week_right: number;
  needs: Need[];
  games: GameProgress[];
  weak: WeakSkill[];
  assignments: AssignedRow[];
  auditions: AuditionTaken[];
  checklists: ChecklistRow[];
  may_sign: boolean;
}

/** A person of a class. */
export interface PupilRow {
  account: number;
  name: string;
  counts: Counts;
  games: string[];
  due: number;
  last: string | null;
  days_away: number | null;
  week_asked: number;
  week_right: number;
  open: number;
  late: number;
  needs: Need[];
}

/** A ranking in which the game speaks of cards, its hands highest first. */
export interface RankingDescription {
  name: string;
  cards: number;
  hands: string[];
  examples: string[][];
  says: string;
  suits: string;
  aces: string;
  source: string;
}

/** One player's play: at one seat, or added up. Amounts in cents. */
export interface Rating {
  player: string;
  table: string;
  place: number;
  since: string;
  until: string;
  is_seated: boolean;
  minutes: number;
  rounds: number;
  average_bet: number;
  average_first: number;
  staked: number;
  theoretical: number;
  net: number;
  tips: number;
  bought_in: number;
}

/** A reading that the versions take in two ways. */
export interface ReadingCompared {
  id: string;
  question: string;
  first: string;
  second: string;
}

/** A passage that can be read in several ways, and how this version reads it. */
export interface ReadingField {
  id: string;
  question: string;
  default: string;
  chosen: string;
  moves_money: boolean;
  is_unpriced: boolean;
  is_undecided: boolean;
  recounts: boolean;
  options: OptionField[];
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
  claim: Letter | Met | Answered | Limited;
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

/** What went wrong at a table for money where the person dealt. */
export interface RecordedFault {
  at: string;
  says: string;
  table: string;
  line: number;
}

/** A command was not carried out; nothing has changed. */
export interface RefusedMessage {
  type: "refused";
  id: string;
  why: string;
  rule: string;
  is_stale: boolean;
}

/** What a person marked beside the machine. */
export interface RemarkShown {
  area: string;
  mark: "half" | "right" | "wrong";
  words: string;
  line: number;
  by: string;
  at: string;
}

/** The number of a person on the screen. */
export interface RemovePerson {
  number: number;
}

/** Everything that `odds` reports of a version. */
export interface ReportShown {
  version: Version;
  text: string;
  name: string;
  ruleset: string;
  warnings: string[];
  contest: ContestShown | null;
  wagers: WagerShown[];
  claims: ClaimShown[];
  covariance: Record<string, Record<string, Exact>>;
  decisions: DecisionsChanged | null;
  was_counted: boolean;
  seconds: number;
}

/** An alert that was raised in the period, and who took it. */
export interface ReportedAlert {
  at: string;
  table: string;
  says: string;
  taken_by: string[];
  ended: string;
  reason: string;
}

/** One table in the period; amounts in cents. */
export interface ReportedTable {
  id: string;
  table: string;
  game: string;
  game_name: string;
  ruleset: string;
  opening_float: number;
  closing_float: number;
  fills: number;
  credits: number;
  is_open: boolean;
  lines: number;
  head: string;
  signed: SignedHead | null;
  figures: FloorFigures;
}

/** Statements about keys, in order; use `checked_ring` or `read_ring`. */
export interface Ring {
  ring: Statement[];
}

/** What the last round in which a player had wagers settled has come to. */
export interface RoundSoFar {
  round: number;
  net: number;
  staked: number;
  is_over: boolean;
}

/** The risk of ruin of one bank. */
export interface Ruin {
  bank_cents: number;
  rounds: number;
  within: Chance;
  ever_at_least: number;
  ever_at_most: number;
  ever: string;
  ever_method: string;
  is_certain: boolean;
  banks_needed: BankNeeded[];
}

/** One line of the rules. */
export interface RuleLine {
  rule: string;
  sentence: string;
  pays: string;
  source: string;
}

/** At least this hand: decide so. */
export interface RuleTaught {
  decision: string;
  view: string;
  at_least: string;
}

/** What follows if a game is played by other rules than the manual's. */
export interface RulesChange {
  game: string;
  game_name: string;
  before: string;
  ruleset: string;
  approvals: ApprovalOutcome[];
  devices: DeviceOutcome[];
  dealers: string[];
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

/** What would set up the same table again. */
export interface SameAgain {
  table: string;
  game: string;
  is_practice: boolean;
  is_rehearsal: boolean;
  device: string;
  is_keyed: boolean;
  readings: Record<string, string>;
  limits: Record<string, [number, number]>;
  maximum_payouts: Record<string, number>;
  pay: Record<string, string>;
  denominations: number[];
  float_chips: Record<string, number> | null;
  automatic: "all" | "none" | "supervisors" | string[];
  dealer: string;
  inspector: string;
  surveillance: string;
  patrons: number;
  decide_seconds: number;
  bet_seconds: number;
  dealer_away_seconds: number;
  has_advice: boolean;
  pace: number;
  approval_from: number | null;
  dealer_wagers: boolean;
  takes_tips: boolean;
  returns_small_wagers: boolean;
  personal_limits: boolean;
  deals_from_right: boolean;
  settles_from_right: boolean;
  card_change_minutes: number;
  certified_only: boolean | null;
  jurisdiction: string;
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

/** A class that a screen can be opened for. */
export interface ScreenClass {
  id: number;
  name: string;
}

/** A drill that a class can be asked. */
export interface ScreenDrill {
  id: string;
  title: string;
  about: string;
}

/** A game that a class can be asked about. */
export interface ScreenGame {
  game: string;
  name: string;
  drills: ScreenDrill[];
}

/** A screen that is open. */
export interface ScreenRow {
  code: string;
  game_name: string;
  title: string;
  class_name: string;
  people: number;
}

/** What a screen can be opened with, and a teacher's own that are open. */
export interface ScreensPage {
  games: ScreenGame[];
  classes: ScreenClass[];
  screens: ScreenRow[];
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
  coaching?: Coaching;
  round?: RoundSoFar;
  evening: Evening;
}

/** The shapes that are printed on a felt. */
export type Shape = "circle" | "diamond" | "rectangle";

/** One answer, and how many gave it. */
export interface ShareShown {
  says: string;
  count: number;
  mark: number;
}

/** A shift as the house has set it; it ends when the next begins. */
export interface Shift {
  name: string;
  begins: string;
}

/** The report on a shift or a gaming day. */
export interface ShiftReport {
  period: PeriodShown;
  zone: string;
  is_practice: boolean;
  is_over: boolean;
  tables: ReportedTable[];
  totals: GameTotal[];
  staff: OnPost[];
  noted: Noted[];
  alerts: ReportedAlert[];
  handovers: Handover[];
  players: number;
  ratings: Rating[];
  theoretical_loss: number;
  unsigned: string[];
  left_out: string[];
}

/** All tables in one shift, or the whole day: for money, and for practice. */
export interface ShiftTotal {
  period: PeriodShown;
  money: FloorFigures;
  practice: FloorFigures;
}

/** What lies before the trainee. */
export interface Shown {
  hands?: HandShown[];
  wagers?: LaidWager[];
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

/** What the house has signed of a journal: up to which line, in which of its statements. */
export interface SignedHead {
  lines: number;
  hash: string;
  number: number;
  key: string;
  at: string;
}

/** Items of the practical checklist that an instructor has seen at a real table. */
export interface SignedItems {
  items: string[];
  is_passed?: boolean;
  words?: string;
}

/** Who signs at a screen where another is signed in. */
export interface Signer {
  name: string;
  pin: string;
}

/** What the house signs with, and how often. */
export interface SigningShown {
  keys: KeyShown[];
  minutes: number;
  notes: string[];
  handed: HandedShown | null;
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

/** One pay table within the bounds. */
export interface Solution {
  version: Version;
  text: string;
  pay: Record<string, string>;
  edge: Exact;
  off: Exact;
  changed: number;
  change: Exact;
}

/** All pay tables within the bounds, the best ranked first. */
export interface Solutions {
  version: Version;
  of: string;
  name: string;
  present: Exact;
  low: Exact;
  high: Exact;
  aim: Exact;
  combinations: number;
  found: number;
  priced: number;
  lowest: Exact;
  highest: Exact;
  can_change_decisions: boolean;
  ranked_by: string;
  solutions: Solution[];
  seconds: number;
}

/** Rounds or decisions in an hour. */
export interface SpeedShown {
  counted: number;
  an_hour: number;
  needed: number;
  is_passed: boolean;
}

/** Where a wager is placed, at each place. */
export interface SpotDescription {
  at: PatchDescription;
  wagers: string[];
  prints: string;
  suit: string;
  notes: string[];
  pays: string[];
}

/** One stage of a question, as it is sent to the trainee: no answer is in it. */
export interface Stage {
  asks: string;
  shown?: Shown;
  parts: (Choose | PickCards | Amount | GiveChips | Say)[];
  seconds?: number;
}

/** What came of a question for the whole class; nobody is named. */
export interface StageResult {
  answered: number;
  right: number;
  people: number;
  parts: PartResult[];
}

/** How a table stands: what it won against what is expected of it, and the pace. */
export interface StandingReport {
  rounds: number;
  void_rounds: number;
  decisions: number;
  minutes: number;
  rounds_an_hour: number;
  decisions_an_hour: number;
  wagers: WagerStanding[];
  total: WagerStanding;
  warnings: string[];
  notes: string[];
}

/** What a house has signed. */
export interface Statement {
  kind: string;
  of: string;
  at: string;
  key: string;
  says: Record<string, string | number>;
  signature: string;
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

/** How long a step of a patron takes, in seconds: on average, and how far it is off that. */
export interface StepPace {
  mean: number;
  spread: number;
}

/** Why no new wager of a player is taken, in a sentence for them alone. */
export interface Stop {
  kind: "break" | "check" | "loss" | "time";
  why: string;
  minutes: number;
  net: number;
  until?: string;
}

/** How to play a version. */
export interface StrategyShown {
  version: string;
  first: string;
  has_decisions: boolean;
  house_edge: Exact | null;
  lists: ListTaught[];
  cheapest_first: WagerChosen[];
}

/** What people have supplied for the submission of a game to a jurisdiction, by its name there. */
export interface Supplied {
  game: string;
  jurisdiction: string;
  supplied: Record<string, string>;
}

/** Something that people supply for a submission, and what they have supplied. */
export interface SuppliedShown {
  name: string;
  title: string;
  says: string;
  source: string;
  given: string;
}

/** A live table as it was set up. */
export interface TableDescription {
  id: string;
  table: string;
  is_practice: boolean;
  is_rehearsal: boolean;
  day: string;
  jurisdiction: string;
  approval: string;
  ruleset: string;
  device: DeviceDescription;
  is_keyed: boolean;
  denominations: number[];
  limits: Record<string, [number, number]>;
  warnings: string[];
  left_open: string[];
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
  layout: LayoutDescription;
}

/** The name by which a new table is asked for. */
export interface TableMade {
  id: string;
}

/** Everything that one person sees of a table and may do at it. What is nothing is left out. */
export interface TableMessage {
  type: "table";
  seq: number;
  told: Told[];
  as: "dealer" | "inspector" | "pit-boss" | "player" | "surveillance" | "watch";
  place: number;
  view: View;
  legal: Record<string, Allowed[]>;
  ready: number[];
  present: number[];
  calls: CallShown[];
  patrons: number;
  is_paused: boolean;
  house_deals: boolean;
  awaited: Awaited[];
  asides: Aside[];
  fair: FairDeal;
  has_gap?: boolean;
  clock?: ClockShown;
  next?: Next;
  session?: SessionSoFar;
  stop?: Stop;
  dealer_away?: DealerAway;
}

/** Everybody who has played at a table, sitting by sitting. */
export interface TableRatings {
  table: string;
  game_name: string;
  is_practice: boolean;
  ratings: Rating[];
}

/** What a table is now. */
export interface TableStatus {
  status: string;
}

/** An alert is taken: by nobody before, or over from the person who has it. */
export interface TakeAlert {
  holder?: string;
}

/** Who took an alert, and when. */
export interface TakingShown {
  name: string;
  at: string;
}

/** A word that is explained where it stands. */
export interface TermDescription {
  id: string;
  forms: string[];
  says: string;
  source: string;
}

/** A thing that the house sets, and what it is. */
export interface TermTold {
  id: string;
  says: string;
}

/** What an audition is, and what it takes to pass. */
export interface Terms {
  minutes: number;
  players: number;
  goes_wrong: number;
  paces: Record<string, StepPace>;
  marks: Record<string, number>;
  rounds_an_hour: number;
  decisions_an_hour: number;
}

/** From when on the house is told, and whether the person who asks may change it. */
export interface ThresholdsPage {
  thresholds: AlertThresholds;
  usual: AlertThresholds;
  may_change: boolean;
}

/** One of several steps that a person confirms in one act; each is an act of its own. */
export interface ToConfirm {
  id: string;
  command: string;
  says: string;
  source: string;
  is_signature: boolean;
  needs_chips: boolean;
}

/** A conversion that was passed and waits for an examiner. */
export interface ToSign {
  id: string;
  holder: string;
  game_name: string;
  device_name: string;
  ruleset: string;
  score: number;
  ended: string;
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
  moved?: ChipsMoved[];
  manner?: string;
}

/** A part of the path. */
export interface TopicShown {
  topic: string;
  title: string;
  groups: SkillGroup[];
}

/** The figures of all tables together, or of those of one game. */
export interface Total {
  game: string;
  game_name: string;
  is_practice: boolean;
  tables: number;
  open: number;
  seated: number;
  places: number;
  left_out: number;
  figures: FloorFigures;
}

/** Not yet: ask again, and you hear more. */
export interface Underway {
  is_underway: boolean;
  part: number | null;
  seconds: number;
  ahead: number;
}

/** What an area of the felt is for. */
export type Use = "action" | "cards" | "dealer-hand" | "device" | "discards" | "equipment" | "held" | "rack";

/** A game with what was changed of it; `version_of` and its like make one and refuse the rest. */
export interface Version {
  game: string;
  readings?: Record<string, string>;
  pay?: Record<string, string>;
}

/** Everything that can be varied of a game, and how this version has it. */
export interface VersionFields {
  game: string;
  name: string;
  version: string;
  readings: ReadingField[];
  wagers: WagerFields[];
  decisions: DecisionField[];
}

/** A version with everything that can be varied of it, and what the house holds. */
export interface VersionPriced {
  fields: VersionFields;
  report: ReportShown;
  placed: PlacedWager[];
  cards: number;
  decks: number;
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

/** A wager that is chosen and not decided on. */
export interface WagerChosen {
  id: string;
  name: string;
  house_edge: Exact;
  hit_frequency: Exact;
  counted_in: string;
}

/** One wager of both versions. */
export interface WagerCompared {
  id: string;
  name: string;
  figures: FigureCompared[];
  lines: LineCompared[];
  is_changed: boolean;
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

/** A wager once some cards lie exposed. */
export interface WagerExposed {
  id: string;
  name: string;
  worth: Exact;
  hit_frequency: Exact | null;
}

/** The payments of one wager, or of several of one kind that pay alike. */
export interface WagerFields {
  id: string;
  name: string;
  is_decided: boolean;
  entries: PayField[];
}

/** A wager in a picture: what lies on it, and how it ended if it has. */
export interface WagerPictured {
  wager: string;
  stake: number;
  result: "" | "lose" | "push" | "win";
  net: number;
  sentence: string;
}

/** One wager, line by line. */
export interface WagerShown {
  id: string;
  name: string;
  figures: FiguresShown;
  counted_in: string;
  total: number;
  not_made: number;
  lines: LineShown[];
  edge_with_contest: Exact | null;
  informed_edge: Exact | null;
}

/** What was won on one wager, or on all, against what the rules say; in per cent of the stakes. */
export interface WagerStanding {
  wager: string;
  name: string;
  house_edge: string;
  stake: number;
  house_won: number;
  expected_won: number;
  won_per_staked: number | null;
  expected: number | null;
  low95: number | null;
  high95: number | null;
  low99: number | null;
  high99: number | null;
  is_outside: 0 | 95 | 99;
  is_bell_curve: boolean;
}

/** A skill that a person is not sure of. */
export interface WeakSkill {
  game: string;
  game_name: string;
  skill: string;
  says: string;
  source: string;
  drill_title: string;
  device_name: string;
  asked: number;
  right: number;
  recall: number;
  was_right: boolean;
  is_stuck: boolean;
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

/** Why records are to be erased, or are not. */
export interface WhyErase {
  reason: string;
}

/** Why an audition does not count. */
export interface WhyVoid {
  reason: string;
}

/** Why a certificate is taken back. */
export interface WhyWithdrawn {
  reason: string;
}

/** The theoretical win of an hour, exact. */
export interface WinAnHour {
  rounds_an_hour: number;
  seats: number;
  staked: Exact;
  win: Exact;
  a_seat: Exact;
  of_staked: Exact;
}

/** A game that can be designed. */
export interface WorkbenchGame {
  id: string;
  name: string;
  summary: string;
  emblem: string[];
}

/** Which games there are, and what the house has set. */
export interface WorkbenchPage {
  games: WorkbenchGame[];
  settings: WorkbenchSettings;
  may_set: boolean;
  may_print: boolean;
}

/** Who may use the workbench, and how much of the machine it may take. */
export interface WorkbenchSettings {
  is_open: boolean;
  processes: number;
}

export type FromHouse = TableMessage | ChangesMessage | DoneMessage | RefusedMessage | ClosingMessage;

export type Advice = HandAdvice | CardAdvice | NoAdvice;

export type AnyPart = Choose | PickCards | Amount | GiveChips | Say;
