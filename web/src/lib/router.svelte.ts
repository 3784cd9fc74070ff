/** Where in the page we are: what stands after the `#`. */

export type Route =
  | { at: "lobby" }
  | { at: "table"; id: string }
  | { at: "watch"; id: string }
  | { at: "deal"; id: string }
  | { at: "pit"; id: string; line: number }
  | { at: "accounts" }
  | { at: "account" }
  | { at: "school" }
  | { at: "school-game"; id: string }
  | { at: "lesson"; id: string }
  | { at: "drill"; id: string }
  | { at: "sign-in" };

/** >>> routeOf("#/table/D1-7") is {at: "table", id: "D1-7"}. */
export function routeOf(hash: string): Route {
  const [at = "", id = "", line = "", last = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (at) {
    case "table":
    case "watch":
    case "deal":
      return id ? { at, id } : { at: "lobby" };
    case "pit":
      return { at, id, line: Number(line) || 0 };
    case "school":
      return schoolRoute(id, line, last);
    case "accounts":
    case "account":
    case "sign-in":
      return { at };
    default:
      return { at: "lobby" };
  }
}

/** The school's own addresses; a lesson is named with its game: `duki4/hands`. */
function schoolRoute(game: string, what: string, id: string): Route {
  if (game === "drill" && what) return { at: "drill", id: what };
  if (game && what === "lesson" && id) return { at: "lesson", id: `${game}/${id}` };
  return game ? { at: "school-game", id: game } : { at: "school" };
}

class Router {
  route = $state.raw<Route>(routeOf(location.hash));
  /** The view from which one went to sign in, and to which one comes back. */
  before = "/";
  #path = location.hash.slice(1) || "/";

  constructor() {
    addEventListener("hashchange", () => {
      if (this.route.at !== "sign-in") this.before = this.#path;
      this.#path = location.hash.slice(1);
      this.route = routeOf(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const router = new Router();

export function go(path: string): void {
  location.hash = path;
}

/** Goes on to what takes the place of this view: “back” passes it by. */
export function goInstead(path: string): void {
  location.replace(`#${path}`);
}
