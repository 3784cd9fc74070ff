/**
 * A crowd of boardgame.io's own clients. `node crowd.js PORT TABLES SECONDS THINK`: each thinks so many seconds, more or
 * less, before a move. Says `counting` when it begins to count, and what it has seen, as JSON, when it is over.
 */
const { monitorEventLoopDelay } = require("node:perf_hooks");
const { Client } = require("boardgame.io/dist/cjs/client.js");
const { SocketIO } = require("boardgame.io/dist/cjs/multiplayer.js");
const { game, SEATS } = require("./game.js");

const [port, tables, seconds, think] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const taken = [];
let isPlaying = false;

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Player {
  constructor(matchID, playerID, credentials) {
    this.id = playerID;
    this.sent = 0;
    this.thinks = false;
    this.client = Client({ game, numPlayers: SEATS, multiplayer: SocketIO({ server }), matchID, playerID, credentials, debug: false });
    this.client.subscribe((state) => state?.isConnected && this.see(state.G));
    this.client.start();
  }

  /** What there is for them to do: the name of the move. */
  next(G) {
    if (G.phase === "bet") return G.bets[this.id] ? "" : "bet";
    return G.decided[this.id] ? "" : "decide";
  }

  see(G) {
    const at = G.round + G.phase;
    if (this.sent && (at !== this.at || !this.next(G))) {
      if (isPlaying) taken.push(performance.now() - this.sent);
      this.sent = 0;
    }
    if (!isPlaying || this.sent || this.thinks || !this.next(G)) return;
    this.thinks = true;
    const act = () => {
      this.thinks = false;
      this.at = at;
      this.sent = performance.now();
      if (G.phase === "bet") this.client.moves.bet(500);
      else this.client.moves.decide(Math.random() < 0.67 ? "play" : "fold");
    };
    if (think) setTimeout(act, 1000 * think * (0.6 + 0.8 * Math.random()));
    else setImmediate(act);
  }
}

async function main() {
  const players = [];
  for (let table = 0; table < tables; table++) {
    const { matchID } = await post("/games/duki/create", { numPlayers: SEATS });
    for (let seat = 0; seat < SEATS; seat++) {
      const { playerCredentials } = await post(`/games/duki/${matchID}/join`, { playerID: `${seat}`, playerName: `p${seat}` });
      players.push(new Player(matchID, `${seat}`, playerCredentials));
    }
  }
  await rest(3000);
  isPlaying = true;
  for (const each of players) each.see(each.client.getState().G);
  await rest(2000);
  taken.length = 0;
  const late = monitorEventLoopDelay({ resolution: 20 });
  late.enable();
  console.log("counting");
  const [began, used] = [performance.now(), process.cpuUsage()];
  await rest(1000 * seconds);
  const took = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(used);
  isPlaying = false;
  taken.sort((a, b) => a - b);
  const at = (part) => taken[Math.floor(taken.length * part)] ?? 0;
  const seen = { seconds: took, moves: taken.length, median_ms: at(0.5), p99_ms: at(0.99) };
  console.log(JSON.stringify({ ...seen, cpu_seconds: (user + system) / 1e6, late_p99_ms: late.percentile(99) / 1e6 - 20 }));
  process.exit(0);
}

main();
