import { z } from 'zod';
import { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import { startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { now } from '#web/lib/clock.ts';

/** A backtest that this tab started, so that it is found again when the page was reloaded. */
const StoredBacktest = z.object({
  id: z.uuid(),
  /** The alarm, or the cockpit of a new one. */
  place: z.string(),
  /** Period and customer as the address has them. */
  query: z.string(),
  body: startBacktest.body,
  rule: BacktestDraft.optional(),
  /** When it started and when its result was read, milliseconds since 1970. */
  atMs: z.number(),
  doneMs: z.number().optional(),
});
export type StoredBacktest = z.infer<typeof StoredBacktest>;

/** One entry: an older backtest is cancelled when its editor closes. */
const KEY = 'telltale.backtest';
const RETENTION_MS = { running: backtestLimits.unreadRetentionMs, done: backtestLimits.retentionMs } as const;

/** The backtest of this place and question, unless storage is blocked or was changed. */
export function readStoredBacktest({
  place,
  query,
}: Pick<StoredBacktest, 'place' | 'query'>): StoredBacktest | undefined {
  try {
    const backtest = StoredBacktest.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''));
    const isSame = backtest.place === place && backtest.query === query;
    // The server drops a result that was read.
    const isExpired =
      now() - (backtest.doneMs ?? backtest.atMs) >
      RETENTION_MS[backtest.doneMs === undefined ? 'running' : 'done'];
    return isSame && !isExpired ? backtest : undefined;
  } catch {
    return undefined;
  }
}

export function keepBacktest(backtest: StoredBacktest): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(backtest));
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
