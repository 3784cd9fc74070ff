/** boardgame.io's own server, as its documentation starts it: everything lies in memory. `node server.js PORT` */
const { Server } = require("boardgame.io/dist/cjs/server.js");
const { game } = require("./game.js");

Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]), () => console.log("open"));
