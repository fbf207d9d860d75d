import { cancelBacktest, readBacktest, startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import type { BacktestResult, BacktestState } from '#schemas/cockpit/backtest-routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { pause } from '#web/lib/pause.ts';
import type { BacktestBody } from './backtest-request.ts';

const LOOK_MS = 400;
/** The server keeps a backtest for ten seconds that nobody asks about: so long a network may be away. */
const RETRIES = 8;
const RETRY_MS = 1_000;

export type PendingBacktest = Exclude<BacktestState, { state: 'done' }>;

const isAway = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'NETWORK_UNREACHABLE';

async function look(backtestId: string, signal: AbortSignal): Promise<BacktestState> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await call(readBacktest, { params: { backtestId }, signal });
    } catch (error) {
      if (left === 0 || !isAway(error)) throw error;
      await pause(RETRY_MS, signal);
    }
  }
}

/** Runs a backtest to its end; `onPending` is told how far it is. Aborted, it is ended on the server too. */
export async function followBacktest(
  body: BacktestBody,
  { signal, onPending }: { readonly signal: AbortSignal; readonly onPending: (state: PendingBacktest) => void },
): Promise<BacktestResult> {
  // Not with the signal: one that has begun all the same could not be ended without its id.
  const { id } = await call(startBacktest, { body });
  const end = (): void => {
    // It may have ended by itself.
    call(cancelBacktest, { params: { backtestId: id } }).catch(() => undefined);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    for (;;) {
      const state = await look(id, signal);
      if (state.state === 'done') return state.result;
      onPending(state);
      await pause(LOOK_MS, signal);
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
}
