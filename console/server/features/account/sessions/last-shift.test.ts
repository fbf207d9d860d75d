import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { lastShiftEnd, type Trace } from './last-shift.ts';

/** `+` sign-in, `-` sign-out, `.` another trace; then the hour. Now is hour 100. */
const kinds = { '+': 'sign-in', '-': 'sign-out', '.': 'act' } as const;
const tracesOf = (codes: string): Trace[] =>
  codes
    .split(' ')
    .filter(Boolean)
    .map((code) => ({ is: kinds[code[0] as keyof typeof kinds], at: Number(code.slice(1)) * HOUR_MS }));

const NOW = 100 * HOUR_MS;

describe('the last shift of a user', () => {
  it.each([
    ['is not known without a trace', '', [], null],
    ['is not known in the first shift', '+99 .99.5', [99, 100], null],
    ['ends with the sign-out before the present session', '+80 -88 +99', [99, 100], 88],
    ['ends with the last trace if the session ended unseen', '+80 .86', [99, 100], 86],
    ['has breaks of up to four hours', '+80 -83 +86 -88 +99', [99, 100], 88],
    ['is not the morning of the present shift', '+70 -78 +92 -94 +97', [97, 100], 78],
    ['lasts as long as a session in which nothing was changed', '+80 -91 +94', [94, 100], null],
    ['is not stretched by a sign-out of another day', '+20 -90 +99', [99, 100], 90],
    ['ends with the latest of several sessions', '+80 +81 -83 -88', [99, 100], 88],
    ['was before the sign-in of a user without an open session', '+80 -88', undefined, 88],
  ] as const)('%s: %s', (_title, codes, open, expected) => {
    const sessions = (open === undefined || open.length === 0 ? [] : [open]).map(([startedAt, seenAt]) => ({
      startedAt: startedAt * HOUR_MS,
      seenAt: seenAt * HOUR_MS,
    }));
    const found = lastShiftEnd({ traces: tracesOf(codes), open: sessions }, NOW);
    expect(found === null ? null : found / HOUR_MS).toBe(expected);
  });
});
