/** Where in the page we are: what stands after the `#`. */

export type Route =
  | { at: "lobby" }
  | { at: "table"; id: string }
  | { at: "watch"; id: string }
  | { at: "deal"; id: string }
  | { at: "pit"; id: string; line: number }
  | { at: "accounts" }
  | { at: "account" }
  | { at: "sign-in" };

/** >>> routeOf("#/table/D1-7") is {at: "table", id: "D1-7"}. */
export function routeOf(hash: string): Route {
  const [at = "", id = "", line = ""] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  switch (at) {
    case "table":
    case "watch":
    case "deal":
      return id ? { at, id } : { at: "lobby" };
    case "pit":
      return { at, id, line: Number(line) || 0 };
    case "accounts":
    case "account":
    case "sign-in":
      return { at };
    default:
      return { at: "lobby" };
  }
}

class Router {
  route = $state.raw<Route>(routeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = routeOf(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const router = new Router();

export function go(path: string): void {
  location.hash = path;
}
