/** The keys of a player's table that are the same in every game. Decisions take what is left. */
import { EVERYWHERE } from "../lib/keys";

export const SHORTCUTS = {
  ...EVERYWHERE,
  advice: "a",
  history: "h",
  how: "w",
  buy: "b",
  tip: "t",
  leave: "l",
  repeat: "r",
  double: "d",
  undo: "u",
  clear: "x",
  limits: "o",
  colour: "c",
  forDealer: "g",
  patrons: "n",
} as const;
