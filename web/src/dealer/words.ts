/** Plain words for what staff may do: the title of each command, its group, and what it means. */

export type Group = "round" | "cards" | "people" | "forms" | "more";

export const GROUPS: readonly { id: Group; title: string }[] = [
  { id: "round", title: "The round" },
  { id: "cards", title: "Cards and device" },
  { id: "people", title: "Players and money" },
  { id: "forms", title: "Forms, opening and closing" },
];

export interface Wording {
  group: Group;
  title: string;
  says: string;
  /** A question to answer before it is done, where it cannot be undone easily. */
  asks?: string;
  /** What the button of its form says, where the title does not. */
  does?: string;
}

const WORDS: Readonly<Record<string, Wording>> = {
  "no-more-bets": { group: "round", title: "No more bets", says: "Close the betting." },
  deal: { group: "round", title: "Deal", says: "Deal every hand, one card at a time." },
  burn: { group: "round", title: "Burn", says: "Put the burn cards aside, face down." },
  draw: { group: "round", title: "Draw the card", says: "One card, face up, for everyone." },
  decide: {
    group: "round",
    title: "Decide for a player",
    does: "Decide",
    says: "For a player who is gone or does not answer. Only what puts nothing more at stake.",
  },
  reveal: { group: "round", title: "Turn the dealer's hand", says: "Turn and read the hand." },
  show: {
    group: "round",
    title: "Turn the hand",
    says: "The hand is turned before it is settled; cards of a real table are keyed in.",
  },
  settle: { group: "round", title: "Settle", says: "Take and pay at the next place." },
  clear: { group: "round", title: "Clear the table", says: "Pick up the cards; the round is over." },
  approve: {
    group: "round",
    title: "Approve the payment",
    says: "A large payment waits for a supervisor.",
  },
  "take-back": {
    group: "round",
    title: "Hand a wager back",
    says: "Before it is live, a wager may go back to its owner.",
  },
  shuffle: { group: "cards", title: "Shuffle", says: "The house makes the order and seals it." },
  cut: { group: "cards", title: "Cut", says: "Leave it empty, and the place is drawn by chance." },
  "order-shuffle": {
    group: "cards",
    title: "Order a shuffle",
    says: "The cards are shuffled before the next round.",
  },
  "replace-cards": {
    group: "cards",
    title: "Replace unfit cards",
    says: "New cards of the same rank and suit take their place.",
  },
  mend: { group: "cards", title: "Device mended", says: "It was mended and its cards checked." },
  substitute: {
    group: "cards",
    title: "Use another device",
    says: "Another device takes over from the next round.",
  },
  "bring-decks": {
    group: "cards",
    title: "Bring the decks",
    says: "Sealed decks; the seals are broken before the dealer.",
  },
  examine: {
    group: "cards",
    title: "Examine the decks",
    says: "Front and back: duplicates, omissions, flaws, marks.",
  },
  wash: { group: "cards", title: "Wash the cards", says: "Mix them face down on the table." },
  "remove-cards": {
    group: "cards",
    title: "Remove the cards",
    says: "The cards leave the table. New ones must be brought, examined and washed.",
    asks: "Take all cards from the table now?",
  },
  leave: {
    group: "people",
    title: "A player leaves",
    does: "Colour up",
    says: "With all their chips.",
  },
  "buy-in": {
    group: "people",
    title: "Buy-in",
    says: "Cash into the drop box, chips to the player.",
  },
  "change-colour": {
    group: "people",
    title: "Colour change",
    says: "Chips for chips of the same worth.",
  },
  fill: {
    group: "people",
    title: "Fill",
    says: "Chips come from the cage to the rack, once a second person has counted them and signed. Leave blank to top up the rack.",
    does: "Ask for the fill",
  },
  credit: {
    group: "people",
    title: "Credit",
    says: "Chips go from the rack back to the cage, once a second person has counted them and signed.",
    does: "Ask for the credit",
  },
  "agree-limits": {
    group: "people",
    title: "Personal limits",
    says: "Agreed with one player, whose place gets a marker.",
    does: "Agree the limits",
  },
  correct: {
    group: "people",
    title: "Correct a payment",
    says: "A wrong payment is put right by another transfer, with a reason, once a second person has signed.",
    does: "Ask for the correction",
  },
  relieve: {
    group: "people",
    title: "Relieve staff",
    says: "Somebody else takes over a post.",
    does: "Relieve",
  },
  "unlock-rack": { group: "forms", title: "Unlock the rack", says: "The chips may be counted." },
  "count-float": {
    group: "forms",
    title: "Count the float",
    says: "Count the chips in the rack, by denomination.",
  },
  "report-error": {
    group: "forms",
    title: "Report an error",
    says: "The count differs from the records: write down what is wrong.",
  },
  sign: { group: "forms", title: "Sign", says: "Your signature completes the form or adds to it." },
  "check-equipment": {
    group: "forms",
    title: "Check the equipment",
    says: "Confirm what lies on the table.",
  },
  "display-sign": {
    group: "forms",
    title: "Display the sign",
    says: "The sign states limits and payouts as set up.",
  },
  open: { group: "forms", title: "Open the table", says: "Play may begin." },
  "begin-closing": {
    group: "forms",
    title: "Begin closing",
    says: "No further round will be dealt.",
    asks: "Begin to close this table? No further round will be dealt.",
  },
  "remove-drop-box": {
    group: "forms",
    title: "Remove the drop box",
    says: "It is locked and taken away.",
  },
  close: {
    group: "forms",
    title: "Close the table",
    says: "The last line of the journal is written.",
    asks: "Close the table for good?",
  },
  countersign: { group: "forms", title: "Sign the slip", says: "Count what is to be counted, then sign." },
  overlook: {
    group: "more",
    title: "Leave out a step",
    says: "For training: a step that was due is left out, and can then be noticed.",
  },
};

/** The words for a command; one that is new here is named by its id. */
export function wording(command: string): Wording {
  return WORDS[command] ?? { group: "more", title: spoken(command), says: "" };
}

const NAMES: Readonly<Record<string, string>> = {
  opener: "Opener",
  closer: "Closer",
  "error-notification": "Error notification",
  "card-and-dice-slip-in": "Card and dice slip (in)",
  "card-and-dice-slip-out": "Card and dice slip (out)",
  fill: "Fill",
  credit: "Credit",
  correction: "Correction",
  "void-round": "Void round",
  dealer: "Dealer",
  inspector: "Inspector",
  "pit-boss": "Pit boss",
  surveillance: "Surveillance",
  watch: "Visitor",
  burn: "The burn",
  shuffle: "The shuffle that is due",
};

/** An id as a person says it: a form, a post, a step. */
export function named(id: string): string {
  return NAMES[id] ?? spoken(id);
}

/** `no-more-bets` as `No more bets`. */
export function spoken(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a phase as a heading. */
export function phaseName(phase: string): string {
  const names: Record<string, string> = {
    "": "No round",
    wagers: "Bets",
    deal: "Deal",
    decide: "Decisions",
    draw: "Draw",
    reveal: "Dealer's hand",
    settle: "Settlement",
    clear: "Clear",
  };
  return names[phase] ?? spoken(phase);
}
