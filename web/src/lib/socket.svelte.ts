/**
 * One live table. States come in, the first whole and then as patches of it; commands go out one at a time, each with an id and the number of
 * the last line its sender had seen. While the connection is lost nothing new is taken on: it is refused at
 * once. What was under way is sent again under the same id afterwards, so that it is done once at most.
 */
import { Refusal, newId } from "./api";
import { Retry } from "./retrying";
import { say } from "./say";
import { changed, shared } from "./sharing";
import type { ChangesMessage, FromHouse, Order, Role, TableMessage, Told } from "./types";

/** Who signs at a screen where another person is signed in. */
export interface Signing {
  as: string;
  signer: { name: string; pin: string };
}

interface Waiting {
  id: string;
  order: Order;
  /** Who signs, where it is not the person at this screen. */
  signing: Signing | undefined;
  /** The last line that the person had seen when acting. */
  seen: number;
  done: (seq: number) => void;
  refused: (why: Refusal) => void;
}

/** See a snapshot, or hear what happened; whether it is the first of this page, or late: after a lost connection. */
export type Seen = (fresh: TableMessage, before: TableMessage | null, isLate: boolean) => void;
export type Heard = (fresh: Told[], isFirst: boolean, isLate: boolean) => void;

/** A table that is `moving` goes on at another server of the house: nobody need know. */
export type Connection = "connecting" | "open" | "moving" | "lost" | "ended";

const FINAL = new Set([4401, 4403, 4404, 4409]);
/** The table goes on at another server: the connection is to be made again at once. */
const MOVED = 4410;
/** After so long a connection that was to be made again at once is lost all the same. */
const MOVING_MS = 3000;
const MOST_TOLD = 300;
/** A page that was away for longer than this may have lost its connection without hearing of it. */
const ASLEEP_MS = 30_000;

export class TableSocket {
  snapshot = $state.raw<TableMessage | null>(null);
  told = $state.raw<Told[]>([]);
  connection = $state<Connection>("connecting");
  /** Why the house ended it, if it did. */
  ended = $state("");
  /** How many commands wait for an answer. */
  pending = $state(0);
  /** When the last snapshot arrived: clocks count from here. */
  arrived = $state(0);

  private socket: WebSocket | null = null;
  private queue: Waiting[] = [];
  private inFlight: Waiting | null = null;
  private lastDone = 0;
  private readonly retry = new Retry(() => this.connect());
  private hiddenAt = 0;
  private movingSince = 0;
  private isClosed = false;
  private listeners = new Set<Heard>();
  private watchers = new Set<Seen>();
  private returns = new Set<(missed: Told[], rounds: number) => void>();

  constructor(
    readonly id: string,
    readonly as: Role,
  ) {
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.look);
    this.connect();
  }

  /** Whether the house cannot be told anything just now. */
  get isLost(): boolean {
    return this.connection === "lost";
  }

  /** Sends a command or a house order; settles when the house has done or refused it. */
  order(order: Order, signing?: Signing): Promise<number> {
    if (this.connection === "ended") return Promise.reject(new Refusal(this.ended));
    if (this.isLost) return Promise.reject(new Refusal(say("lost.refused")));
    return new Promise((done, refused) => {
      this.queue.push({ id: newId(), order, signing, seen: this.snapshot?.seq ?? 0, done, refused });
      this.pending += 1;
      this.sendNext();
    });
  }

  /** This player is done betting, or sits the round out; or thinks again. */
  ready(isReady = true): Promise<number> {
    return this.order({ event: "ready", is_ready: isReady });
  }

  dismiss(number: number): Promise<number> {
    return this.order({ event: "dismiss", number });
  }

  /** Hears what happens from now on; call what is returned to stop. */
  listen(heard: Heard): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  /** Sees every snapshot as it arrives, even one that is at once followed by another. */
  watch(seen: Seen): () => void {
    this.watchers.add(seen);
    return () => this.watchers.delete(seen);
  }

  /** Hears what was missed, and how many rounds ended meanwhile, when a lost connection is back. */
  returned(heard: (missed: Told[], rounds: number) => void): () => void {
    this.returns.add(heard);
    return () => this.returns.delete(heard);
  }

  /** Tries to reach the house now instead of a little later. */
  tryNow(): void {
    this.retry.now();
  }

  close(): void {
    this.isClosed = true;
    this.retry.end();
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.look);
    this.socket?.close();
    this.refuseAll(say("left"));
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/tables/${encodeURIComponent(this.id)}/socket?as=${this.as}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      // What the house sends at once comes as a list.
      const sent = JSON.parse(String(message.data)) as FromHouse | FromHouse[];
      for (const each of Array.isArray(sent) ? sent : [sent]) this.hear(each);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(event);
    };
  }

  /** The device is off the network: what is left of the connection will say nothing more. */
  private drop = (): void => {
    const old = this.socket;
    if (!old || this.isClosed || this.connection === "ended" || this.isLost) return;
    this.socket = null;
    old.close();
    this.lose();
  };

  private look = (): void => {
    if (document.visibilityState === "hidden") this.hiddenAt = Date.now();
    else if (this.hiddenAt && Date.now() - this.hiddenAt > ASLEEP_MS) {
      this.drop();
      this.retry.now();
    }
  };

  private hear(message: FromHouse): void {
    switch (message.type) {
      case "table":
        return this.take(message);
      case "changes":
        return this.takeChanges(message);
      case "done":
        this.lastDone = Math.max(this.lastDone, message.seq);
        return this.answer(message.id, (waiting) => waiting.done(message.seq));
      case "refused": {
        const why = new Refusal(message.why, 400, message.rule, message.is_stale);
        return this.answer(message.id, (waiting) => waiting.refused(why));
      }
      case "closing":
        this.ended = message.why;
    }
  }

  private take(message: TableMessage): void {
    const isReconnected = this.connection !== "open";
    const isLate = isReconnected && this.connection !== "moving";
    const before = this.snapshot;
    const fresh = shared(before, message);
    this.connection = "open";
    this.retry.reset();
    const last = this.told.at(-1)?.n ?? 0;
    const news = fresh.told.filter((each) => each.n > last);
    if (news.length) this.told = [...this.told, ...news].slice(-MOST_TOLD);
    this.arrived = performance.now();
    this.snapshot = fresh;
    for (const seen of this.watchers) seen(fresh, before, isLate);
    if (news.length) for (const heard of this.listeners) heard(news, before === null, isLate);
    if (isLate && before) for (const heard of this.returns) heard(news, fresh.view.round - before.view.round);
    if (isReconnected && this.inFlight) this.send(this.inFlight);
    this.sendNext();
  }

  /** What has changed since the last state: everything else is as it was. */
  private takeChanges(changes: ChangesMessage): void {
    const before = this.snapshot;
    if (before) this.take(changed(before, changes));
  }

  private answer(id: string, then: (waiting: Waiting) => void): void {
    if (this.inFlight?.id !== id) return;
    const waiting = this.inFlight;
    this.inFlight = null;
    this.pending -= 1;
    then(waiting);
    this.sendNext();
  }

  private sendNext(): void {
    if (this.inFlight || this.connection !== "open") return;
    const next = this.queue.shift();
    if (!next) return;
    this.inFlight = next;
    this.send(next);
  }

  private send(waiting: Waiting): void {
    const seq = Math.max(waiting.seen, this.lastDone);
    this.say({ id: waiting.id, seq, do: waiting.order, ...waiting.signing });
  }

  private say(message: unknown): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private lose(event?: CloseEvent): void {
    if (this.isClosed) return;
    if (event && FINAL.has(event.code)) {
      this.ended ||= event.reason || say("disconnected");
      this.connection = "ended";
      return this.refuseAll(this.ended);
    }
    this.ended = "";
    if (this.isMoving(event)) {
      this.connection = "moving";
      return this.retry.soon();
    }
    this.connection = this.snapshot ? "lost" : "connecting";
    this.retry.later();
  }

  /** Whether the table is on its way to another server, and is soon to be found there. */
  private isMoving(event?: CloseEvent): boolean {
    if (this.connection === "open" && event?.code === MOVED) {
      this.movingSince = performance.now();
      return true;
    }
    return this.connection === "moving" && performance.now() - this.movingSince < MOVING_MS;
  }

  private refuseAll(why: string): void {
    const waiting = this.inFlight ? [this.inFlight, ...this.queue] : this.queue;
    this.inFlight = null;
    this.queue = [];
    this.pending = 0;
    for (const each of waiting) each.refused(new Refusal(why));
  }
}
