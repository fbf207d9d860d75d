import type { Clock } from './clock.ts';

interface TimeLimit {
  readonly clock: Pick<Clock, 'wait'>;
  readonly withinMs: number;
  /** Rejects at once when it aborts. */
  readonly signal?: AbortSignal;
}

/** The value, or an error when it is not there in time. What computes it continues. */
export async function inTime<Value>(
  value: Promise<Value>,
  { clock, withinMs, signal }: TimeLimit,
): Promise<Value> {
  const responded = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const ended = signal === undefined ? responded.signal : AbortSignal.any([responded.signal, signal]);
  void clock.wait(withinMs, ended).then(() => {
    if (!responded.signal.aborted) reject(new Error(`no reply within ${String(withinMs)} ms`));
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    responded.abort();
  }
}
