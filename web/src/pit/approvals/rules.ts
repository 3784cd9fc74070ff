/** Rules that a letter approves or a change makes: a game, readings of the manual, payments. */

export interface Rules {
  game: string;
  readings: Record<string, string>;
  /** Changed odds by key, as typed; blank for the printed ones. */
  pay: Record<string, string>;
}

export function printedRules(game: string): Rules {
  return { game, readings: {}, pay: {} };
}

/** The payments that were changed. */
export function changedPay(rules: Rules): Record<string, string> {
  const typed = Object.entries(rules.pay).map(([key, odds]) => [key, odds.trim()] as const);
  return Object.fromEntries(typed.filter(([, odds]) => odds));
}

/** The rules as an address says them. */
export function queryOf(rules: Rules): string {
  const query = new URLSearchParams({ game: rules.game });
  for (const [id, option] of Object.entries(rules.readings)) query.append("reading", `${id}=${option}`);
  for (const [key, odds] of Object.entries(changedPay(rules))) query.append("pay", `${key}=${odds}`);
  return query.toString();
}
