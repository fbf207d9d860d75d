import { z } from 'zod';
import { API, route } from '../../route.ts';
import { livewirePlaceholders, LivewireSetting } from './livewire.ts';

const base = { path: `${API}/mt/settings/livewire`, scope: 'admin', everyCustomer: true } as const;

export const readLivewire = route({
  ...base,
  method: 'GET',
  needs: 'SETTINGS.LIVEWIRE.read',
  summary: 'Address that Livewire of a device opens',
  reply: LivewireSetting,
});

export const updateLivewire = route({
  ...base,
  method: 'PUT',
  needs: 'SETTINGS.LIVEWIRE.write',
  summary: 'Update the address that Livewire of a device opens',
  body: LivewireSetting,
  reply: z.strictObject({}),
});

/** A device to preview the address with. */
export const LivewireDevice = z.strictObject({
  id: z.int(),
  facts: z.record(z.enum(livewirePlaceholders), z.string()),
});

export const MAX_PREVIEW_DEVICES = 20;

export const findLivewireDevices = route({
  ...base,
  method: 'GET',
  path: `${base.path}/devices`,
  needs: 'SETTINGS.LIVEWIRE.read',
  summary: `Up to ${String(MAX_PREVIEW_DEVICES)} devices with the values of their placeholders`,
  query: z.strictObject({
    /** Words in the properties. */
    q: z.string().max(200).default(''),
  }),
  reply: z.strictObject({ devices: z.array(LivewireDevice) }),
});
