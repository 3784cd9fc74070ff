/** What this browser has been shown: how each game plays, once; and at which table a guided round goes on. */

const SEEN = "tablewright.toured";
const GUIDED = "tablewright.guided";

function listed(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SEEN) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export const hasSeen = (game: string): boolean => listed().includes(game);

export function markSeen(game: string): void {
  try {
    localStorage.setItem(SEEN, JSON.stringify([...new Set([...listed(), game])]));
  } catch {
    // A browser that keeps nothing shows it again.
  }
}

/** Whether a guided round goes on at this table: it does after the page was loaded anew, too. */
export function isGuidedAt(table: string): boolean {
  try {
    return sessionStorage.getItem(GUIDED) === table;
  } catch {
    return false;
  }
}

export function guideAt(table: string, is: boolean): void {
  try {
    if (is) sessionStorage.setItem(GUIDED, table);
    else sessionStorage.removeItem(GUIDED);
  } catch {
    // Then it ends when the page is loaded anew.
  }
}
