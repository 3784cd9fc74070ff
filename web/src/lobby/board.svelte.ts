/**
 * The open tables, as the house last told of them. The first look brings every row, later ones only what has
 * changed since; nothing is asked while nobody looks.
 */
import { onDestroy } from "svelte";
import { api, whyNot } from "../lib/api";
import type { GameRow, LobbyRow } from "../lib/types";

const AGAIN_MS = 4000;

export class Board {
  games = $state.raw<GameRow[]>([]);
  tables = $state.raw<LobbyRow[]>([]);
  problem = $state("");
  isKnown = $state(false);

  private mark = "";
  private rows = new Map<string, LobbyRow>();
  private ids: string[] = [];

  constructor() {
    const again = () => document.visibilityState === "visible" && void this.look();
    void this.look();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    onDestroy(() => {
      clearInterval(timer);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    });
  }

  async look(): Promise<void> {
    try {
      const [games, news] = await Promise.all([this.games.length ? this.games : api.games(), api.lobby(this.mark)]);
      this.games = games;
      for (const each of news.tables) this.rows.set(each.id, each);
      this.ids = news.ids ?? this.ids;
      if (news.tables.length || news.ids) {
        this.rows = new Map(this.ids.flatMap((id) => (this.rows.has(id) ? [[id, this.rows.get(id)!]] : [])));
        this.tables = [...this.rows.values()];
      }
      this.mark = news.mark;
      this.problem = "";
      this.isKnown = true;
    } catch (why) {
      this.problem = whyNot(why);
    }
  }

  /** A name that no open table has: `D1`, `D2`. */
  freeName(game: GameRow): string {
    const letter = game.name[0]?.toUpperCase() ?? "T";
    const taken = new Set(this.tables.map((each) => each.table));
    let n = 1;
    while (taken.has(`${letter}${n}`)) n += 1;
    return `${letter}${n}`;
  }
}
