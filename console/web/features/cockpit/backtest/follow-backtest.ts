import { cancelBacktest, readBacktest, startBacktest } from '#schemas/cockpit/backtest-routes.ts';
import type { BacktestResult, BacktestState } from '#schemas/cockpit/backtest-routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import type { BacktestBody } from './backtest-request.ts';

const POLL_MS = 400;
/** The server keeps a backtest for ten seconds without a request: the network may be down as long. */
const RETRIES = 8;
const RETRY_MS = 1_000;

export type PendingBacktest = Exclude<BacktestState, { state: 'done' }>;

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'NETWORK_UNREACHABLE';

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
      if (left === 0 || !isUnreachable(error)) throw error;
      await pause(RETRY_MS, signal);
    }
  }
}

/** Runs a backtest to its end and reports its progress. Aborting cancels it on the server too. */
export async function followBacktest(
  body: BacktestBody,
  {
    signal,
    onPending,
  }: { readonly signal: AbortSignal; readonly onPending: (state: PendingBacktest) => void },
): Promise<BacktestResult> {
  // Without the signal: a started backtest cannot be cancelled without its id.
  const { id } = await call(startBacktest, { body });
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
    }
  } finally {
    signal.removeEventListener('abort', end);
  }
}
