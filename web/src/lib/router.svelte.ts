/** Where in the page we are: what stands after the `#`. */

export type Route =
  | { at: "lobby" }
  | { at: "table"; id: string }
  | { at: "sit"; id: string }
  | { at: "watch"; id: string }
  | { at: "deal"; id: string }
  | { at: "pit"; id: string; line: number; of: string }
  | { at: "accounts"; id: string }
  | { at: "account" }
  | { at: "audit" }
  | { at: "school" }
  | { at: "school-game"; id: string }
  | { at: "lesson"; id: string }
  | { at: "drill"; id: string }
  | { at: "classes" }
  | { at: "class"; id: string }
  | { at: "patterns"; id: string }
  | { at: "pupil"; id: string }
  | { at: "paces" }
  | { at: "floor" }
  | { at: "join"; id: string }
  | { at: "class-screen"; id: string }
  | { at: "audition"; id: string; line: number }
  | { at: "audition-watch"; id: string }
  | { at: "audition-begin"; id: string }
  | { at: "audition-terms"; id: string }
  | { at: "record"; id: string }
  | { at: "certificates" }
  | { at: "certificate"; id: string }
  | { at: "certify"; id: string }
  | { at: "conversion"; id: string }
  | { at: "workbench" }
  | { at: "sign-in" };

/** >>> routeOf("#/table/D1-7") is {at: "table", id: "D1-7"}. */
export function routeOf(hash: string): Route {
  const [first = "", id = "", line = "", last = ""] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  const at = first.replace(/\?.*/, "");
  switch (at) {
    case "table":
    case "sit":
    case "watch":
    case "deal":
      return id ? { at, id } : { at: "lobby" };
    case "pit":
      return { at, id, line: Number(line) || 0, of: line };
    case "dealers":
      return { at: "record", id };
    case "school":
      return schoolRoute(id, line, last);
    case "accounts":
      return { at, id };
    case "account":
    case "audit":
    case "workbench":
    case "sign-in":
      return { at };
    default:
      return { at: "lobby" };
  }
}

/** What stands in an address; a link that was cut short is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The school's own addresses; a lesson is named with its game, an audition may be with its device: `duki4/hands`. */
function schoolRoute(game: string, what: string, id: string): Route {
  if (game === "drill" && what) return { at: "drill", id: what };
  if (game === "classes") return classRoute(what, id);
  if (game === "pupils" && what) return { at: "pupil", id: what };
  if (game === "paces") return { at: "paces" };
  if (game === "floor") return { at: "floor" };
  if (game === "certificates") return { at: "certificates" };
  if ((game === "certificate" || game === "certify" || game === "conversion") && what) return { at: game, id: what };
  if (game === "join") return { at: "join", id: what };
  if (game === "screen") return { at: "class-screen", id: what };
  if (game === "audition" && what)
    return id === "watch" ? { at: "audition-watch", id: what } : { at: "audition", id: what, line: Number(id) || 0 };
  if (game && what === "audition") return { at: "audition-begin", id: id ? `${game}/${id}` : game };
  if (game && what === "audition-terms") return { at: "audition-terms", id: game };
  if (game && what === "lesson" && id) return { at: "lesson", id: `${game}/${id}` };
  return game ? { at: "school-game", id: game } : { at: "school" };
}

/** The instructor’s: all classes, one, or what goes wrong in it. */
function classRoute(id: string, what: string): Route {
  if (!id) return { at: "classes" };
  return what === "patterns" ? { at: "patterns", id } : { at: "class", id };
}

class Router {
  route = $state.raw<Route>(routeOf(location.hash));
  /** The view from which one went to sign in, and to which one comes back. */
  before = "/";

  constructor() {
    addEventListener("hashchange", (event) => {
      if (this.route.at !== "sign-in") this.before = new URL(event.oldURL).hash.slice(1) || "/";
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
