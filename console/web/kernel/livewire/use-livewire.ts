import { useQuery } from '@tanstack/react-query';
import { readLivewireAddress, readLivewireOffer } from '#schemas/settings/livewire/open-routes.ts';
import { isInventoryKind, type InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { call } from '../api/call.ts';
import { namedQuery, routeQuery } from '../query/route-query.ts';
import { usePermission } from '../permission/use-permission.ts';

/** An element that may belong to a device. */
export interface LivewireElement {
  readonly customer: number;
  readonly kind: string;
  readonly id: number;
}

/** Kinds that belong to no device. */
const withoutDevice: ReadonlySet<string> = new Set<InventoryKind>(['site', 'application', 'conversation']);

export const hasDevice = (kind: string): kind is InventoryKind =>
  isInventoryKind(kind) && !withoutDevice.has(kind);

/** An administrator sets it: it rarely changes. */
const STALE_MS = 300_000;

const offerQuery = {
  ...routeQuery(readLivewireOffer),
  select: ({ offered }: { readonly offered: boolean }) => offered,
  staleTime: STALE_MS,
};

export const livewireQuery = ({ customer: customerId, kind, id: element }: LivewireElement) => ({
  ...namedQuery('livewire address', [customerId, element], async (signal) =>
    hasDevice(kind)
      ? (await call(readLivewireAddress, { params: { customerId, kind, element }, signal })).url
      : null,
  ),
  staleTime: STALE_MS,
});

/** Whether the user is offered Livewire of devices. */
export function useLivewireOffer(): boolean {
  const mayRead = usePermission('NETWORK.read');
  return useQuery({ ...offerQuery, enabled: mayRead }).data === true;
}
