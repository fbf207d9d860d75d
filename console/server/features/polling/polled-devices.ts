import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { MAX_TEST_DEVICES, type TestDevice } from '#schemas/polling/poller-test.ts';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';

export type DeviceViewer = Pick<Caller, 'customers' | 'sites' | 'allCustomers'>;

const isPolled = ({ active, snmp }: DeviceEntry): boolean => active && snmp !== undefined;

const sees = (viewer: DeviceViewer, device: DeviceEntry): boolean =>
  viewer.customers.has(device.customer) && seesSite(viewer, device);

/** Ids of the devices that the viewer sees; null if these are all. */
export const seenDevices = (viewer: DeviceViewer, { devices }: Inventory): number[] | null =>
  viewer.allCustomers && viewer.sites.size === 0
    ? null
    : [...devices.values()].filter((device) => sees(viewer, device)).map(({ id }) => id);

/** A device that can be polled; undefined where the viewer sees none. */
export function polledDevice(
  viewer: DeviceViewer,
  { devices }: Inventory,
  id: number,
): DeviceEntry | undefined {
  const device = devices.get(id);
  return device !== undefined && isPolled(device) && sees(viewer, device) ? device : undefined;
}

/** Devices that can be polled and whose texts contain every word, by name. */
export function findPolledDevices(viewer: DeviceViewer, { devices }: Inventory, q: string): TestDevice[] {
  const words = wordsOf(q);
  const found = [...devices.values()].flatMap((device): readonly TestDevice[] => {
    if (!isPolled(device) || !sees(viewer, device)) return [];
    const { id, name, address, vendor, model } = device;
    const customer = viewer.customers.get(device.customer)?.name ?? '';
    const searched = foldForSearch([name, address, vendor, model, customer].join('\n'));
    return words.every((word) => searched.includes(word)) ? [{ id, name, address, vendor, customer }] : [];
  });
  return found.sort((one, other) => compareNames(one.name, other.name)).slice(0, MAX_TEST_DEVICES);
}
