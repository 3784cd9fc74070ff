/** Duki 4 Poker as boardgame.io has it: seven bet at once, are dealt four cards each, and decide at once. No chips, no journal. */
const { ActivePlayers } = require("boardgame.io/dist/cjs/core.js");

const SEATS = 7;
const HAND = 4;
const INVALID = "INVALID_MOVE";

const strength = (hand) =>
  hand
    .map((card) => card >> 2)
    .sort((a, b) => b - a)
    .reduce((sum, rank) => sum * 13 + rank, 0);

function deal(G, random) {
  const deck = random.Shuffle([...Array(52).keys()]);
  G.dealer = deck.splice(0, HAND);
  for (let seat = 0; seat < SEATS; seat++) G.hands[seat] = deck.splice(0, HAND);
  G.phase = "decide";
}

function settle(G) {
  const dealer = strength(G.dealer);
  for (let seat = 0; seat < SEATS; seat++) {
    const won = Math.sign(strength(G.hands[seat]) - dealer);
    G.chips[seat] += G.decided[seat] === "play" ? 2 * won * G.bets[seat] : -G.bets[seat];
  }
  Object.assign(G, { bets: {}, decided: {}, phase: "bet", round: G.round + 1 });
}

const everybody = (given) => Object.keys(given).length === SEATS;
/** The server alone plays a move, as a house does, and takes it although another player has just moved. */
const atServer = (move) => ({ move, client: false, ignoreStaleStateID: true });

exports.SEATS = SEATS;
exports.game = {
  name: "duki",
  setup: () => ({ phase: "bet", round: 0, dealer: [], hands: {}, bets: {}, decided: {}, chips: Array(SEATS).fill(100_000) }),
  turn: { activePlayers: ActivePlayers.ALL },
  playerView: ({ G, playerID }) => ({
    ...G,
    dealer: G.phase === "bet" ? G.dealer : [],
    hands: playerID == null ? {} : { [playerID]: G.hands[playerID] },
  }),
  moves: {
    bet: atServer(({ G, playerID, random }, cents) => {
      if (G.phase !== "bet" || G.bets[playerID]) return INVALID;
      G.bets[playerID] = cents;
      if (everybody(G.bets)) deal(G, random);
    }),
    decide: atServer(({ G, playerID }, decision) => {
      if (G.phase !== "decide" || G.decided[playerID]) return INVALID;
      G.decided[playerID] = decision;
      if (everybody(G.decided)) settle(G);
    }),
  },
};
