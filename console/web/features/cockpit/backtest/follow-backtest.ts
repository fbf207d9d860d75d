import {
  cancelBacktest,
  readBacktest,
  startBacktest,
  type BacktestResult,
  type BacktestState,
} from '#schemas/cockpit/backtest-routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import type { BacktestBody } from './backtest-request.ts';

const POLL_MS = 400;
/** The network may be down, the server restarted or an engine busy for a minute. */
const RETRIES = 60;
const RETRY_MS = 1_000;

export type PendingBacktest = Exclude<BacktestState, { state: 'done' }>;

/** Whether the backtest may still run. */
const isTransient = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.code === 'NETWORK_UNREACHABLE' ||
    (error.code === 'UNAVAILABLE' && error.params['tier'] === 'engine'));

/** Resolves after `ms`, or at once when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(go, signal.aborted ? 0 : ms);
    function go(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', go);
      resolve();
    }
    signal.addEventListener('abort', go);
  });

async function poll(backtestId: string, signal: AbortSignal): Promise<BacktestState> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await call(readBacktest, { params: { backtestId }, signal });
    } catch (error) {
      if (left === 0 || signal.aborted || !isTransient(error)) throw error;
      await pause(RETRY_MS, signal);
      signal.throwIfAborted();
    }
  }
}

interface FollowOptions {
  readonly signal: AbortSignal;
  readonly onStarted: (id: string) => void;
  readonly onPending: (state: PendingBacktest) => void;
}

/** Runs a backtest, or follows the one with this id, to its end and reports its progress. Aborting cancels it on the server too. */
export async function followBacktest(
  { id: known, body }: { readonly id: string | undefined; readonly body: BacktestBody },
  { signal, onStarted, onPending }: FollowOptions,
): Promise<BacktestResult> {
  // Without the signal: a started backtest cannot be cancelled without its id.
  const id = known ?? (await call(startBacktest, { body })).id;
  onStarted(id);
  const end = (): void => {
    // It may have finished already.
    call(cancelBacktest, { params: { backtestId: id } }).catch(() => undefined);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    for (;;) {
      const state = await poll(id, signal);
      if (state.state === 'done') return state.result;
      onPending(state);
      await pause(POLL_MS, signal);
      signal.throwIfAborted();
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
}
