/** Asking the school: one's progress, maps, lessons, drills and their marks. */
import { api, ask } from "../lib/api";
import { person } from "../lib/people.svelte";
import type {
  Choices,
  DrillMarked,
  DrillShown,
  GameDescription,
  GameMap,
  GivenAnswer,
  LessonShown,
  NewDrill,
  RecordPage,
  SchoolHome,
} from "../lib/types";

const drill = (id: string) => `/school/drills/${encodeURIComponent(id)}`;
const lesson = (game: string, id: string) =>
  `/school/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}`;

export const school = {
  home: () => ask<SchoolHome>("GET", "/school"),
  choose: (choices: Choices) => ask<SchoolHome>("PUT", "/school/choices", choices),
  game: (game: string) => ask<GameMap>("GET", `/school/games/${encodeURIComponent(game)}`),
  lesson: (game: string, id: string) => ask<LessonShown>("GET", lesson(game, id)),
  read: (game: string, id: string) => ask<GameMap>("POST", `${lesson(game, id)}/read`, {}),
  ask: (wanted: NewDrill) => ask<DrillShown>("POST", "/school/drills", wanted),
  drill: (id: string) => ask<DrillShown>("GET", drill(id)),
  answer: (id: string, given: GivenAnswer) => ask<DrillMarked>("POST", `${drill(id)}/answer`, given),
  again: (id: string, twin: boolean) => ask<DrillShown>("POST", `${drill(id)}/again`, { twin }),
  record: (before?: number) => ask<RecordPage>("GET", `/school/record${before ? `?before=${before}` : ""}`),
};

const games = new Map<string, Promise<GameDescription>>();

/** A game as its felt is drawn; asked for once. */
export function describedGame(id: string): Promise<GameDescription> {
  const asked = games.get(id) ?? ask<GameDescription>("GET", `/games/${encodeURIComponent(id)}`);
  games.set(id, asked);
  asked.catch(() => games.delete(id));
  return asked;
}

/** Makes a guest of a passer-by, who then has a record of their own. */
export async function enrol(): Promise<void> {
  if (!person.isSignedIn) person.become(await api.guest());
}
