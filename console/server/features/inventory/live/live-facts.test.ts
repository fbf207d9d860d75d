import { expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import type { InventoryLive, LiveColumn } from '#schemas/inventory/list/live.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { alarmsByElement, loadOfAccesses } from './live-facts.ts';
import { orderByLive } from './live-order.ts';
import type { Newest } from './newest-measures.ts';

const interfaces = new Map(
  [
    [11, 1, 101],
    [12, 1, 101],
    [13, 2, 101],
  ].map(([id, device, site]) => [id, { id, device, site, name: '' }]),
) as unknown as Inventory['interfaces'];
const inventory = { interfaces, devices: new Map(), sites: new Map() } as unknown as Inventory;
const newest = (values: Partial<Newest>): Newest => ({
  ...({ up: null, in: null, inAt: 0, out: null, outAt: 0 } as const),
  ...values,
});

it('the load of a site or device is that of its worst access at the newest time that any access has', () => {
  const values = new Map([
    [11, newest({ in: 99, inAt: 300, out: 5, outAt: 600 })],
    [12, newest({ in: 20, inAt: 600, out: 9, outAt: 600 })],
    [13, newest({ in: 30, inAt: 600 })],
  ]);
  const of = (kind: 'site' | 'device') => [
    ...loadOfAccesses(inventory, { kind, accesses: [11, 12, 13, 14] }, values),
  ];
  expect(of('site')).toEqual([[101, { in: 30, out: 9 }]]);
  expect(of('device')).toEqual([
    [1, { in: 20, out: 9 }],
    [2, { in: 30, out: null }],
  ]);
});

it('alarms of parts are those of their device and site; silenced ones count and decide no state', () => {
  const alarm = (element: number, severity: 'critical' | 'minor', isSilenced = false) => ({
    element,
    site: 101,
    severity,
    ...(isSilenced && { silenced: { by: 'x' } as never }),
  });
  const alarms = [alarm(11, 'critical', true), alarm(12, 'minor'), alarm(13, 'minor')];
  const of = (kind: 'site' | 'device' | 'interface') => [...alarmsByElement(inventory, kind, alarms)];
  expect(of('site')).toEqual([[101, { count: 3, worst: 'minor' }]]);
  expect(of('device')).toEqual([
    [1, { count: 2, worst: 'minor' }],
    [2, { count: 1, worst: 'minor' }],
  ]);
  expect(of('interface')[0]).toEqual([11, { count: 1, worst: undefined }]);
});

it('places are sorted by what is newest, equal ones as before, and what is not known comes first', () => {
  const live = (values: Partial<InventoryLive>): InventoryLive => ({
    ...({ state: 'ok', alarms: 0, in: null, out: null, seen: null } as const),
    ...values,
  });
  const all = [
    live({ in: 7.25, state: 'minor', alarms: 3, seen: 2_000 }),
    live({}),
    live({ in: 7.249, state: 'critical', alarms: 12 }),
    live({ in: 0, state: 'down', seen: 1_767_225_600_000 }),
  ];
  const by = (column: LiveColumn) => runSync(orderByLive([3, 1, 2, 0], column, (place) => all[place]));
  expect(by('in')).toEqual([1, 3, 2, 0]);
  expect(by('state')).toEqual([2, 3, 0, 1]);
  expect(by('alarms')).toEqual([3, 1, 0, 2]);
  expect(by('seen')).toEqual([1, 2, 0, 3]);
});
