import type { Inventory, DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';
import type { LivewireFacts } from '#schemas/settings/livewire/livewire.ts';
import { MAX_PREVIEW_DEVICES } from '#schemas/settings/livewire/routes.ts';

/** Of a device whose customer or site is being deleted. */
const deleted = { name: '', city: '', country: '', region: '', clientId: '' };

/** Values of the placeholders for a device. */
export function livewireFacts(inventory: Inventory, device: DeviceEntry): LivewireFacts {
  const { id, name, address, vendor, model } = device;
  const site = inventory.sites.get(device.site) ?? deleted;
  const customer = inventory.customers.get(device.customer) ?? deleted;
  const { city, country, region = '' } = site;
  return {
    id: String(id),
    name,
    address,
    vendor,
    model,
    site: site.name,
    city,
    country,
    region,
    customer: customer.name,
    clientId: customer.clientId,
  };
}

/** Devices whose properties contain every word, in the order of the inventory. */
export function findWithFacts(inventory: Inventory, q: string): { id: number; facts: LivewireFacts }[] {
  const words = wordsOf(q);
  const found: { id: number; facts: LivewireFacts }[] = [];
  for (const device of inventory.devices.values()) {
    const facts = livewireFacts(inventory, device);
    const searched = foldForSearch(Object.values(facts).join('\n'));
    if (words.every((word) => searched.includes(word))) found.push({ id: device.id, facts });
    if (found.length === MAX_PREVIEW_DEVICES) break;
  }
  return found;
}
