/** The keys of a player's table that are the same in every game. Decisions take what is left. */

export const SHORTCUTS = {
  advice: "a",
  rules: "p",
  history: "h",
  buy: "b",
  tip: "t",
  keys: "?",
  leave: "l",
  repeat: "r",
  double: "d",
  undo: "u",
  clear: "x",
} as const;
