/** Asking the house as one who teaches: classes, people, what goes wrong, assignments, marks, checklists. */
import { ask } from "../../lib/api";
import type {
  AssignedRow,
  ChecklistShown,
  ClassChange,
  ClassPage,
  ClassesPage,
  NewAssignment,
  OtherMark,
  PaceShown,
  PatternsPage,
  PupilPage,
  RecordPage,
  SignedItems,
} from "../../lib/types";

const ofClass = (id: number, what = "") => `/school/classes/${id}${what}`;
const ofPupil = (account: number, what = "") => `/school/pupils/${account}${what}`;
const checklist = (game: string) => `/games/${encodeURIComponent(game)}/checklist`;

export interface Wanted {
  days: number;
  game: string;
  drill: string;
  device: string;
}

export const teaching = {
  classes: () => ask<ClassesPage>("GET", "/school/classes"),
  make: (name: string) => ask<ClassPage>("POST", "/school/classes", { name }),
  change: (id: number, change: ClassChange) => ask<ClassesPage>("PATCH", ofClass(id), change),
  one: (id: number) => ask<ClassPage>("GET", ofClass(id)),
  add: (id: number, names: string[]) => ask<ClassPage>("POST", ofClass(id, "/people"), { names }),
  remove: (id: number, account: number) => ask<ClassPage>("DELETE", ofClass(id, `/people/${account}`)),
  patterns: (id: number, { days, game, drill, device }: Wanted) =>
    ask<PatternsPage>("GET", ofClass(id, `/patterns?${new URLSearchParams({ days: String(days), game, drill, device })}`)),
  assign: (id: number, wanted: NewAssignment) => ask<ClassPage>("POST", ofClass(id, "/assignments"), wanted),
  withdraw: (id: number, group: string) => ask<ClassPage>("DELETE", ofClass(id, `/assignments/${encodeURIComponent(group)}`)),

  pupil: (account: number) => ask<PupilPage>("GET", ofPupil(account)),
  assignTo: (account: number, wanted: NewAssignment) => ask<PupilPage>("POST", ofPupil(account, "/assignments"), wanted),
  withdrawFrom: (account: number, id: number) => ask<PupilPage>("DELETE", ofPupil(account, `/assignments/${id}`)),
  answers: (account: number, before?: number) =>
    ask<RecordPage>("GET", ofPupil(account, `/answers${before ? `?before=${before}` : ""}`)),
  overrule: (account: number, number: number, mark: OtherMark) =>
    ask<RecordPage>("PUT", ofPupil(account, `/answers/${number}/mark`), mark),
  checklist: (account: number, game: string) => ask<ChecklistShown>("GET", ofPupil(account, checklist(game))),
  sign: (account: number, game: string, signed: SignedItems) =>
    ask<ChecklistShown>("POST", ofPupil(account, checklist(game)), signed),

  pace: () => ask<PaceShown>("GET", "/school/pace"),
  setPace: (seconds: Record<string, number>) => ask<PaceShown>("PUT", "/school/pace", { seconds }),

  assigned: () => ask<AssignedRow[]>("GET", "/school/assigned"),
  ownChecklist: (game: string) => ask<ChecklistShown>("GET", `/school${checklist(game)}`),
};

export const classFile = (id: number, what: string): string => `/api${ofClass(id, `/files/${what}.csv`)}`;
