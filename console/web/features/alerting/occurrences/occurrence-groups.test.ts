import { describe, expect, it } from 'vitest';
import type { OccurrenceGrouping } from './event-period.ts';
import { groupOccurrences } from './occurrence-groups.ts';
import type { AlarmOccurrence } from './occurrences.ts';

const like: AlarmOccurrence = {
  ...{ id: '1', instance: '1:1', name: 'Link saturated', kpi: 'itf_in_util', siteName: 'Rouen' },
  ...{ elementName: 'r1 · ge-0/0/0', severity: 'major', raisedAt: 100, clearedAt: 160 },
  ...{ acknowledgedBy: null, assignedTo: null, notified: [], raises: 1 },
};
const all: readonly AlarmOccurrence[] = [
  like,
  { ...like, elementName: 'r1 · ge-0/0/1', clearedAt: null },
  {
    ...like,
    elementName: 'r2',
    name: 'Device down',
    severity: 'critical',
    clearedAt: null,
    acknowledgedBy: 'Ada',
  },
  { ...like, elementName: 'r3', siteName: 'Lyon', raisedAt: null },
];
const shown = (by: OccurrenceGrouping) =>
  groupOccurrences(all, by, 400).map(({ name, severity, alarms, running, unacknowledged, longest }) =>
    [name, severity, alarms, running, unacknowledged, longest ?? '?'].join(' '),
  );

describe('the alarms of a period grouped', () => {
  it.each([
    ['by site', 'site', ['Rouen critical 3 2 1 300', 'Lyon major 1 0 0 ?']],
    ['by device', 'device', ['r1 major 2 1 1 300', 'r2 critical 1 1 0 300', 'r3 major 1 0 0 ?']],
    ['by alarm', 'alarm', ['Link saturated major 3 1 1 300', 'Device down critical 1 1 0 300']],
  ] as const)('%s have counts, the worst severity and the longest duration', (_, by, expected) => {
    expect(shown(by)).toEqual(expected);
  });
});
