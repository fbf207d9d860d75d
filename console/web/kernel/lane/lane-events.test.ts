import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import {
  alarmsWithin,
  countEvents,
  eventsWithin,
  laneSegments,
  laneShare,
  type LaneEvents,
} from './lane-events.ts';

type Ran = ElementMarks['alarms'][number];
const ran = (severity: Severity, from: number, until: number | null, alarm = 1): Ran => ({
  alarm,
  name: 'Link saturated',
  element: 81,
  elementName: 'Gi0/1',
  severity,
  from,
  until,
});
const span = { from: 0, to: 100 };

describe('the lane of alarms below a chart', () => {
  it.each<[string, readonly Ran[], readonly (readonly [number, number, Severity])[]]>([
    ['nothing without alarms', [], []],
    [
      'the worst of alarms that overlap',
      [ran('minor', 0, 50), ran('critical', 20, 30)],
      [
        [0, 20, 'minor'],
        [20, 30, 'critical'],
        [30, 50, 'minor'],
      ],
    ],
    [
      'one part for alarms of one severity',
      [ran('major', 0, 30), ran('major', 10, 60), ran('major', 60, 70)],
      [[0, 70, 'major']],
    ],
    ['an alarm that still runs, to the end', [ran('critical', 90, null)], [[90, 100, 'critical']]],
    [
      'what lies within the chart',
      [ran('minor', -50, 10), ran('minor', 95, 200), ran('minor', 200, 300)],
      [
        [0, 10, 'minor'],
        [95, 100, 'minor'],
      ],
    ],
  ])('shows %s', (_, alarms, expected) => {
    expect(laneSegments(alarms, span).map(({ from, to, severity }) => [from, to, severity])).toEqual(
      expected,
    );
  });

  it('shows at each time the worst alarm that ran then, once', () => {
    const alarm = fc
      .tuple(fc.constantFrom(...severities), fc.integer({ min: -20, max: 120 }), fc.option(fc.nat(60)))
      .map(([severity, from, length]) => ran(severity, from, length === null ? null : from + length + 1));
    fc.assert(
      fc.property(fc.array(alarm, { maxLength: 30 }), (alarms) => {
        const segments = laneSegments(alarms, span);
        for (let at = span.from; at < span.to; at += 1) {
          const then = { from: at, to: at + 1 };
          const shown = segments.filter(({ from, to }) => from <= at && at < to);
          expect(shown.map(({ severity }) => severity)).toEqual(
            alarmsWithin(alarms, then)
              .slice(0, 1)
              .map(({ severity }) => severity),
          );
        }
      }),
    );
  });

  it('lists the alarms of a time, the worst first, of one severity the newest first', () => {
    const alarms = [ran('minor', 0, 50, 1), ran('critical', 0, 50, 2), ran('critical', 20, null, 3)];
    expect(alarmsWithin(alarms, { from: 30, to: 31 }).map(({ alarm }) => alarm)).toEqual([3, 2, 1]);
    expect(alarmsWithin(alarms, { from: 50, to: 51 }).map(({ alarm }) => alarm)).toEqual([3]);
  });

  it('has its ends where the chart has its own', () => {
    expect([-5, 0, 25, 100, 130].map((at) => laneShare(span, at))).toEqual([0, 0, 0.25, 1, 1]);
    expect(laneShare({ from: 5, to: 5 }, 5)).toBe(0);
  });

  it('has the alarms, definitions, annotations and configuration changes of a time', () => {
    const events = {
      alarms: [ran('major', 300, 900), ran('minor', 1_200, null)],
      definitions: [{ at: 700_000 }],
      annotations: [
        { from: 650, to: null },
        { from: 0, to: 610 },
      ],
      changes: [{ at: '1970-01-01T00:11:40.000Z' }, { at: '1970-01-01T00:15:00.000Z' }],
    } as unknown as LaneEvents;
    const counts = (from: number) => {
      const { alarms, definitions, annotations, changes } = eventsWithin(events, { from, to: from + 300 });
      return [alarms, definitions, annotations, changes].map(({ length }) => length);
    };
    expect(counts(600)).toEqual([1, 1, 2, 1]);
    expect(counts(900)).toEqual([0, 0, 0, 1]);
    expect(countEvents(events)).toBe(7);
    expect(countEvents(eventsWithin(events, { from: 2_000, to: 2_300 }))).toBe(1);
  });
});
