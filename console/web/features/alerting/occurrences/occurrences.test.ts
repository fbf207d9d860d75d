import { describe, expect, it } from 'vitest';
import type { PastEvent } from '#schemas/alerting/history.ts';
import { filterOccurrences, occurrencesOf, secondsOf } from './occurrences.ts';

const subject = {
  ...{ alarm: 1, element: 7, name: 'Link saturated', kpi: 'itf_in_util' },
  ...{ site: 3, siteName: 'Rouen', elementName: 'r1 ge-0/0/0', severity: 'major' as const },
};

/** `+` raise, `-` clear, `^` changed to critical, `a` acknowledged, `u` its end; then the time. */
const edges = { '+': 'raise', '-': 'clear', '^': 'change', a: 'acknowledge', u: 'unacknowledge' } as const;

const eventOf = (code: string): PastEvent => {
  const edge = edges[code[0] as keyof typeof edges];
  const isAcknowledgement = edge === 'acknowledge' || edge === 'unacknowledge';
  return {
    ...{ ...subject, event: code, edge, cause: 'rule', at: Number(code.slice(1)), length: 60 },
    ...{ value: 97, threshold: 90 },
    severity: edge === 'change' ? 'critical' : 'major',
    ...(isAcknowledgement ? { by: 'Ada' } : {}),
  };
};

const paired = (codes: string, running: number | undefined) =>
  occurrencesOf({
    running: running === undefined ? [] : [{ ...subject, since: running }],
    events: codes.split(' ').filter(Boolean).map(eventOf).toReversed(),
  }).map(({ raisedAt, clearedAt, severity, acknowledgedBy, raises }) =>
    [raisedAt ?? '?', clearedAt ?? 'runs', severity, acknowledgedBy ?? '-', raises].join(' '),
  );

describe('who was notified', () => {
  const sent = (code: string, state: 'delivered' | 'dead', target: string | null) => ({
    ...eventOf(code),
    notified: [{ kind: 'mail' as const, state, target }],
  });

  it('of its raise, changes and clear, each target once with its last outcome', () => {
    const events = [
      ...[sent('+100', 'dead', 'Night shift'), sent('^150', 'delivered', 'Night shift')],
      ...[sent('-200', 'delivered', 'Carrier'), sent('+300', 'dead', null)],
    ];
    const found = occurrencesOf({ running: [], events }).map(({ notified }) =>
      notified.map(({ target, state }) => `${target ?? '?'} ${state}`).join(', '),
    );
    expect(found).toEqual(['? dead', 'Night shift delivered, Carrier delivered']);
  });
});

describe('the events of a period', () => {
  it.each([
    ['a raise and its clear', '+100 -200', undefined, ['100 200 major - 1']],
    ['a raise without a clear', '+100', undefined, ['100 runs major - 1']],
    ['a clear without a raise', '-200', undefined, ['? 200 major - 0']],
    ['a clear of an alarm that ran before', '-200', 50, ['50 200 major - 0']],
    ['an alarm that ran all the time', '', 50, ['50 runs major - 0']],
    ['a change of severity', '+100 ^150 -200', undefined, ['100 200 critical - 1']],
    ['a change without a raise', '^150', undefined, ['? runs critical - 0']],
    ['another raise', '+100 -200 +300', undefined, ['300 runs major - 2', '100 200 major - 2']],
    ['a clear and a raise in one window', '-200 +200', 50, ['200 runs major - 1', '50 200 major - 1']],
    [
      'a raise whose clear is missing',
      '+100 +300 -400',
      undefined,
      ['300 400 major - 2', '100 300 major - 2'],
    ],
    ['an acknowledgement in the window of the raise', 'a100 +100', undefined, ['100 runs major Ada 1']],
    ['an acknowledgement that ended', '+100 a120 u150 -200', undefined, ['100 200 major - 1']],
    [
      'an acknowledgement that ends with its alarm',
      '+100 a120 -200 +300',
      undefined,
      ['300 runs major - 2', '100 200 major Ada 2'],
    ],
  ] as const)('pairs %s: %s', (_title, codes, running, expected) => {
    expect(paired(codes, running)).toEqual(expected);
  });

  it('last until the clear, or until the end of the period while they run', () => {
    const [runs, cleared, unknown] = [['+100'], ['+100', '-130'], ['-130']].map(
      (codes) => occurrencesOf({ running: [], events: codes.map(eventOf) })[0]!,
    );
    expect([runs, cleared, unknown].map((each) => secondsOf(each!, 500))).toEqual([400, 30, null]);
  });

  it.each([
    ['rouen LINK', [], 1],
    ['paris', [], 0],
    [undefined, ['major'], 1],
    [undefined, ['critical'], 0],
  ] as const)('are filtered by the text %s and the severities %s', (text, severity, count) => {
    const all = occurrencesOf({ running: [], events: [eventOf('+100')] });
    expect(filterOccurrences(all, { severity, text })).toHaveLength(count);
  });
});
