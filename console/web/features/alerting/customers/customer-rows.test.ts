import { describe, expect, it } from 'vitest';
import { sumOfDefinitions } from '#schemas/alerting/counts.ts';
import { emptyAlertLayout, type CustomerAlerts } from '#schemas/alerting/routes.ts';
import { customerRows, knownChoices, togglePin } from './customer-rows.ts';

const aDefinitionCount = (alarm: number, count: number) => ({
  ...{ alarm, name: `Alarm ${String(alarm)}`, severity: 'critical' as const },
  ...{ count, unhandled: count, oldest: 100 },
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
const ids = (rows: readonly CustomerAlerts[]) => rows.map((row) => row.customer);

describe('customers of the alerting across customers', () => {
  it('pinning a customer toggles its membership in the pinned list', () => {
    expect(togglePin([1], 2)).toEqual([1, 2]);
    expect(togglePin([1, 2], 1)).toEqual([2]);
  });

  it('the pinned come first, then those with the most critical alarms', () => {
    const rows = customerRows(
      [customer(1, 0), customer(2, 5), customer(3, 9)],
      { ...emptyAlertLayout, pinnedCustomers: [1] },
      '',
    );
    expect(ids(rows)).toEqual([1, 3, 2]);
  });

  it('shows only pinned customers when asked to', () => {
    const layout = { ...emptyAlertLayout, pinnedCustomers: [2], showOnlyPinnedCustomers: true };
    expect(ids(customerRows([customer(1, 1), customer(2, 0)], layout, ''))).toEqual([2]);
  });

  it('filters by client profile and by alarm', () => {
    const all = [customer(1, 1, 'gold'), customer(2, 1, 'silver')];
    expect(
      ids(customerRows(all, { ...emptyAlertLayout, profileIds: { enabled: true, ids: ['silver'] } }, '')),
    ).toEqual([2]);
    expect(
      ids(customerRows(all, { ...emptyAlertLayout, alarmIds: { enabled: true, ids: [1] } }, '')),
    ).toEqual([1]);
  });

  it('offers only profiles and alarms that exist', () => {
    expect(knownChoices([customer(1, 1), customer(2, 0, '')])).toEqual({
      profiles: ['gold'],
      alarms: [{ id: 1, name: 'Alarm 1' }],
    });
  });
});
