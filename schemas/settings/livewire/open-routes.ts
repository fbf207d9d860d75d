import { z } from 'zod';
import { inventoryKinds } from '../../inventory/list/inventory-kind.ts';
import { API, route } from '../../route.ts';

const Id = z.coerce.number().int().positive();

export const readLivewireOffer = route({
  method: 'GET',
  path: `${API}/session/livewire`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Whether devices have a Livewire address',
  reply: z.strictObject({ offered: z.boolean() }),
});

export const readLivewireAddress = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory/:kind/:element/livewire`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Livewire address of the device that an element belongs to',
  params: z.strictObject({ customerId: Id, kind: z.enum(inventoryKinds), element: Id }),
  /** Null: none is set, the element belongs to no device, or its properties do not yield an address. */
  reply: z.strictObject({ url: z.url().nullable() }),
  problems: ['NOT_FOUND'],
});
