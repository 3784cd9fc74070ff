/** Asking for class screens: opened and led by a teacher, joined by a code, answered from phones. */
import { ask } from "../../lib/api";
import type {
  AnswerFromPhone,
  NewScreen,
  PhonePage,
  ProjectorPage,
  ScreensPage,
} from "../../lib/types";

const at = (code: string, what = "") => `/school/screens/${encodeURIComponent(code)}${what}`;

export const screens = {
  choices: () => ask<ScreensPage>("GET", "/school/screens"),
  open: (wanted: NewScreen) => ask<ProjectorPage>("POST", "/school/screens", wanted),
  /** Nothing, where nothing new has come for a while. */
  projector: (code: string, after: number) => ask<ProjectorPage | null>("GET", at(code, `?after=${after}`)),
  next: (code: string, turn: number, skips = false) => ask<ProjectorPage>("POST", at(code, "/next"), { turn, skips }),
  close: (code: string, turn: number) => ask<ProjectorPage>("POST", at(code, "/close"), { turn }),
  remove: (code: string, number: number) => ask<ProjectorPage>("POST", at(code, "/remove"), { number }),
  end: (code: string) => ask<ProjectorPage>("POST", at(code, "/end"), {}),

  join: (code: string, name: string) => ask<PhonePage>("POST", at(code, "/join"), name ? { name } : {}),
  phone: (code: string, after: number) => ask<PhonePage | null>("GET", at(code, `/phone?after=${after}`)),
  answer: (code: string, given: AnswerFromPhone) => ask<PhonePage>("POST", at(code, "/answer"), given),
  leave: (code: string) => ask<null>("POST", at(code, "/leave"), {}),
};

/** A code as it is read aloud: `K7M 4RX`. */
export const spaced = (code: string): string => code.replace(/(.{3})(?=.)/g, "$1 ");

/** A code as it stands in an address. */
export const plain = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
