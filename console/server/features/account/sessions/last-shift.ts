import { sessionLimits } from '#schemas/limit/account.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';

/** A user who left no trace for longer than this was off duty. */
const OFF_DUTY_MS = 4 * HOUR_MS;

/** What the audit trail has of a user. Milliseconds since 1970. */
export interface Trace {
  readonly is: 'sign-in' | 'sign-out' | 'act';
  readonly at: number;
}

/** A session that has not ended, from its sign-in to its latest request. */
export interface OpenSession {
  readonly startedAt: number;
  readonly seenAt: number;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

/** Each sign-in with the first sign-out after it that no earlier one took. A session lasts `absoluteMs` at most. */
function spansOf(traces: readonly Trace[]): readonly Span[] {
  const inOrder = traces.toSorted((a, b) => a.at - b.at);
  const ends = inOrder.filter(({ is }) => is === 'sign-out').map(({ at }) => at);
  return inOrder.map(({ is, at }) => {
    const next =
      is === 'sign-in' ? ends.findIndex((end) => end >= at && end <= at + sessionLimits.absoluteMs) : -1;
    return { from: at, until: next === -1 ? at : (ends.splice(next, 1)[0] ?? at) };
  });
}

/**
 * When the last shift of a user ended: the latest trace before more than four hours without any, going back from now. Null when there
 * is none. The present shift is what lies between that gap and now.
 */
export function lastShiftEnd(
  { traces, open }: { readonly traces: readonly Trace[]; readonly open: readonly OpenSession[] },
  now: number,
): number | null {
  const spans = [
    ...spansOf(traces),
    ...open.map(({ startedAt, seenAt }) => ({ from: startedAt, until: seenAt })),
  ];
  let begin = now;
  for (const { from, until } of spans.sort((a, b) => b.until - a.until)) {
    if (until < begin - OFF_DUTY_MS) return until;
    begin = Math.min(begin, from);
  }
  return null;
}
