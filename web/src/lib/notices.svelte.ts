/** What is said aloud to a screen reader, and the short notices that appear and go. */
import { whyNot } from "./api";

export interface Notice {
  id: number;
  says: string;
  kind: "refused" | "news";
}

const SHOWN_MS = { refused: 7000, news: 4000 };
/** What is long is shown longer: so much for each letter beyond a short sentence. */
const LETTER_MS = 30;
const SHORT = 80;

class Notices {
  shown = $state.raw<Notice[]>([]);
  /** The last words for the live region, each with a number of its own so that none is spoken twice. */
  spoken = $state.raw<{ id: number; words: string }[]>([]);
  private count = 0;

  /** A notice on the screen. */
  tell(says: string, kind: Notice["kind"] = "news"): void {
    const words = says.charAt(0).toUpperCase() + says.slice(1);
    if (!says || this.shown.some((each) => each.says === words)) return;
    const notice = { id: ++this.count, says: words, kind };
    this.shown = [...this.shown, notice].slice(-3);
    const longer = Math.max(0, words.length - SHORT) * LETTER_MS;
    setTimeout(() => this.drop(notice.id), SHOWN_MS[kind] + longer);
  }

  /** Why something was refused. */
  refuse = (problem: unknown): void => {
    this.tell(whyNot(problem), "refused");
  };

  drop(id: number): void {
    this.shown = this.shown.filter((each) => each.id !== id);
  }

  /** Words for a screen reader only. */
  say(...words: string[]): void {
    const fresh = words.map((each) => ({ id: ++this.count, words: each }));
    if (fresh.length) this.spoken = [...this.spoken, ...fresh].slice(-8);
  }
}

export const notices = new Notices();

/** Runs something that the house may refuse, and shows its words if it does. */
export async function attempt<T>(what: () => Promise<T>): Promise<T | undefined> {
  try {
    return await what();
  } catch (problem) {
    notices.refuse(problem);
    return undefined;
  }
}
