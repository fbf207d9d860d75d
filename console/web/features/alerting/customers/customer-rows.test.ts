import { describe, expect, it } from 'vitest';
import { sumOfDefinitions } from '#schemas/alerting/counts.ts';
import {
  emptyAlertLayout,
  type AlertChoices,
  type AlertLayout,
  type CustomerAlerts,
} from '#schemas/alerting/routes.ts';
import { customerRows, namesOf, togglePin, topAlarm } from './customer-rows.ts';

const aDefinitionCount = (alarm: number, count: number) => ({
  alarm,
  name: `Alarm ${String(alarm)}`,
  severity: 'critical' as const,
  count,
  unhandled: count,
  oldest: 100,
});
const countedDefinitions = (byAlarm: CustomerAlerts['byAlarm']) => ({
  counts: sumOfDefinitions(byAlarm),
  byAlarm,
});

const customer = (id: number, critical: number, profile = 'gold'): CustomerAlerts => ({
  customer: id,
  name: `Customer ${String(id)}`,
  profile,
  position: { epoch: 'e', seq: 1, at: 1 },
  ...countedDefinitions(critical === 0 ? [] : [aDefinitionCount(id, critical)]),
});
const rowsOf = (
  customers: readonly CustomerAlerts[],
  layout: AlertLayout,
  { query = '', profiles = [] }: { query?: string; profiles?: AlertChoices['profiles'] } = {},
) => customerRows(customers, { layout, profiles, query });
const ids = (rows: readonly CustomerAlerts[]) => rows.map((row) => row.customer);

describe('customers of the alerting across customers', () => {
  it('pinning a customer toggles its membership in the pinned list', () => {
    expect(togglePin([1], 2)).toEqual([1, 2]);
    expect(togglePin([1, 2], 1)).toEqual([2]);
  });

  it('the pinned come first, then those with the most critical alarms', () => {
    const rows = rowsOf([customer(1, 0), customer(2, 5), customer(3, 9)], {
      ...emptyAlertLayout,
      pinnedCustomers: [1],
    });
    expect(ids(rows)).toEqual([1, 3, 2]);
  });

  it('shows only pinned customers on request', () => {
    const layout = { ...emptyAlertLayout, pinnedCustomers: [2], showOnlyPinnedCustomers: true };
    expect(ids(rowsOf([customer(1, 1), customer(2, 0)], layout))).toEqual([2]);
  });

  const profiles = [
    { id: 1, name: 'gold' },
    { id: 2, name: 'silver' },
  ];

  it('filters by profile and by alarm, each by id', () => {
    const all = [customer(1, 1, 'gold'), customer(2, 1, 'silver')];
    const silver = { ...emptyAlertLayout, profileIds: { enabled: true, ids: [2] } };
    expect(ids(rowsOf(all, silver, { profiles }))).toEqual([2]);
    expect(ids(rowsOf(all, { ...emptyAlertLayout, alarmIds: { enabled: true, ids: [1] } }))).toEqual([1]);
  });

  it('are all shown while a filter selects nothing or is off', () => {
    const all = [customer(1, 1, 'gold'), customer(2, 1, 'silver')];
    expect(rowsOf(all, { ...emptyAlertLayout, profileIds: { enabled: true, ids: [] } })).toHaveLength(2);
    expect(rowsOf(all, { ...emptyAlertLayout, alarmIds: { enabled: false, ids: [1] } })).toHaveLength(2);
  });

  it('have the counts of the chosen alarms alone', () => {
    const byAlarm = [
      aDefinitionCount(1, 4),
      { ...aDefinitionCount(2, 3), severity: 'minor' as const, unhandled: 1 },
    ];
    const [row] = rowsOf([{ ...customer(1, 0), ...countedDefinitions(byAlarm) }], {
      ...emptyAlertLayout,
      alarmIds: { enabled: true, ids: [2] },
    });
    expect(row?.counts).toEqual({ critical: 0, warning: 0, minor: 3, unhandled: 1, oldest: 100 });
    expect(row?.byAlarm.map(({ alarm }) => alarm)).toEqual([2]);
  });
});

describe('the top alarm of a customer', () => {
  it.each([
    [
      'the worst severity',
      [{ ...aDefinitionCount(1, 9), severity: 'minor' as const }, aDefinitionCount(2, 1)],
      2,
    ],
    ['then the most unhandled', [{ ...aDefinitionCount(1, 9), unhandled: 1 }, aDefinitionCount(2, 2)], 2],
    ['then the most running', [{ ...aDefinitionCount(1, 3), unhandled: 2 }, aDefinitionCount(2, 2)], 1],
    ['nothing without alarms', [], undefined],
  ])('is %s', (_, byAlarm, expected) => {
    expect(topAlarm(byAlarm)?.alarm).toBe(expected);
  });
});

describe('the names of a filter', () => {
  it('are the first two, and the number of the others, also of those that are deleted', () => {
    const choices = [1, 2, 3].map((id) => ({ id, name: `Alarm ${String(id)}` }));
    expect(namesOf(choices, new Set([1, 3]))).toEqual({ names: 'Alarm 1, Alarm 3', more: 0 });
    expect(namesOf(choices, new Set([1, 2, 3, 99]))).toEqual({ names: 'Alarm 1, Alarm 2', more: 2 });
  });
});
