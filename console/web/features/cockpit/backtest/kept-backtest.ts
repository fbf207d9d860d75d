import { z } from 'zod';
import { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import { startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { now } from '#web/lib/clock.ts';

/** A backtest that this tab started, so that it is found again when the page was reloaded. */
const KeptBacktest = z.object({
  id: z.uuid(),
  /** The alarm, or the cockpit of a new one. */
  place: z.string(),
  /** Period and customer as the address has them. */
  question: z.string(),
  body: startBacktest.body,
  rule: BacktestDraft.optional(),
  /** When it started and when its result was read, milliseconds since 1970. */
  atMs: z.number(),
  doneMs: z.number().optional(),
});
export type KeptBacktest = z.infer<typeof KeptBacktest>;

/** One entry: an older backtest is cancelled when its editor closes. */
const KEY = 'telltale.backtest';
const KEPT_MS = { running: backtestLimits.unreadRetentionMs, done: backtestLimits.retentionMs } as const;

/** The backtest of this place and question, unless storage is blocked or was changed. */
export function readKeptBacktest({
  place,
  question,
}: Pick<KeptBacktest, 'place' | 'question'>): KeptBacktest | undefined {
  try {
    const kept = KeptBacktest.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''));
    const isSame = kept.place === place && kept.question === question;
    // The server drops a result that was read.
    const isExpired =
      now() - (kept.doneMs ?? kept.atMs) > KEPT_MS[kept.doneMs === undefined ? 'running' : 'done'];
    return isSame && !isExpired ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepBacktest(kept: KeptBacktest): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It lasts until the page is closed.
  }
}

export function forgetBacktest(id: string): void {
  try {
    if (sessionStorage.getItem(KEY)?.includes(id) === true) sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is stored.
  }
}
