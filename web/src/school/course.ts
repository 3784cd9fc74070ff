/**
 * What a person has set out to do: today's session, a drill, one skill; and where they came from.
 *
 * It is kept by this window, so that a reload goes on with it. The questions themselves are the house's.
 */
import { go, goInstead } from "../lib/router.svelte";
import type { DrillShown, NewDrill, PartShown, Shown } from "../lib/types";
import { school } from "./api";

const KEY = "tablewright.course";
/** An examination ends with the first question that brings it to so many answers. */
export const EXAMINED = 10;

/** What came of a part, with what was seen when it was asked. */
export interface PartExamined extends PartShown {
  shown?: Shown;
}

export interface Course {
  wanted: NewDrill;
  /** The question that it has come to. */
  at: string;
  /** Where the person came from, and goes back to. */
  back: string;
  /** What an examination has come to, kept back until its end. */
  marked: PartExamined[];
}

/** The question that was asked for last: it need not be asked for again. */
let fresh: DrillShown | null = null;

export function keepCourse(course: Course): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(course));
  } catch {
    // A browser that keeps nothing still learns: only a reload forgets where it came from.
  }
}

/** What was set out to do in this window, if anything. */
export function keptCourse(): Course | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Course | null;
  } catch {
    return null;
  }
}

/** What a question belongs to; where this window does not know, to more of the same drill. */
export function courseOf(drill: DrillShown): Course {
  const { id, game, mode } = drill;
  const kept = keptCourse();
  if (kept?.at === id) return kept;
  return { wanted: { game, drill: drill.drill, mode }, at: id, back: `/school/${game}`, marked: [] };
}

/** Asks the first question of what a person wants to do. */
export async function begin(wanted: NewDrill, back: string): Promise<void> {
  const asked = await school.ask(wanted);
  keepCourse({ wanted, at: asked.id, back, marked: [] });
  fresh = asked;
  go(`/school/drill/${asked.id}`);
}

/** Shows a question in place of the one before it. */
export function goOnTo(asked: DrillShown, course: Course): void {
  keepCourse({ ...course, at: asked.id });
  fresh = asked;
  goInstead(`/school/drill/${asked.id}`);
}

/** A question by its id: the one at hand, or as the house has it. */
export async function questionOf(id: string): Promise<DrillShown> {
  const known = fresh;
  fresh = null;
  return known?.id === id ? known : school.drill(id);
}

export const isExamination = (course: Course): boolean => course.wanted.mode === "examination";
export const isExamined = (course: Course): boolean => course.marked.length >= EXAMINED;
