import { expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { alarmsIn, indexAlarms } from './alarms-by-place.ts';

const alarm = (element: number, deviceName: string | undefined, site = 7) =>
  ({ element, site, elementName: `Paris · ${String(element)}`, deviceName }) as AlarmRow;
const index = indexAlarms([
  alarm(1, 'Paris · core'),
  alarm(2, 'Paris · core'),
  alarm(3, 'Paris'),
  alarm(4, 'Paris · core', 8),
  alarm(5, undefined),
]);
const elementsOf = (...of: Parameters<typeof alarmsIn>): readonly number[] =>
  alarmsIn(...of).map(({ element }) => element);
const site = { id: 7, name: 'Paris' };

it('a device has its alarms and those of its parts, whatever the names of devices contain', () => {
  const device = { kind: 'device', id: 1, site } as const;
  expect(elementsOf(index, { ...device, name: 'Paris · core' })).toEqual([1, 2]);
  expect(elementsOf(index, { ...device, name: 'Paris' })).toEqual([3]);
});

it('a site has all alarms of its elements, a port its own', () => {
  expect(elementsOf(index, { kind: 'site', id: 7, name: 'Paris', site: null })).toEqual([1, 2, 3, 5]);
  expect(elementsOf(index, { kind: 'interface', id: 5, name: 'Gi0/5', site })).toEqual([5]);
});
