import { expect, it } from 'vitest';
import type { PastEvent } from '#schemas/alerting/history.ts';
import { timelineOf } from './incident-timeline.ts';

const event = (at: number, edge: PastEvent['edge']): PastEvent => ({
  event: `e${String(at)}`,
  edge,
  severity: 'major',
  cause: 'rule',
  at,
  length: 300,
  alarm: 1,
  name: 'Device down',
  kpi: 'cpe_avail',
  site: 7,
  siteName: 'Lyon',
  element: 2,
  elementName: 'r2',
  value: 0,
  threshold: 50,
});

it('what happened in an incident is listed newest first, alarms, notes and owners together', () => {
  const owner = { kind: 'user' as const, id: 1, name: 'Ada Martin' };
  const timeline = timelineOf({
    events: [event(30, 'clear'), event(10, 'raise')],
    entries: [
      { id: 2, kind: 'note', text: 'Called the carrier', owner: null, by: 'Ada Martin', at: 25_000 },
      { id: 1, kind: 'owner', text: '', owner, by: 'Ada Martin', at: 15_000 },
    ],
    notes: [
      { id: 1, alarm: 1, element: 2, since: 10, text: 'x', by: 'Ben Roy', at: 20_000, deletableUntil: null },
    ],
  });
  expect(timeline.map(({ is, at }) => [is, at / 1_000])).toEqual([
    ['event', 30],
    ['entry', 25],
    ['note', 20],
    ['entry', 15],
    ['event', 10],
  ]);
  expect(new Set(timeline.map(({ key }) => key)).size).toBe(5);
});
