import type { PlacedKind, SharedKind } from '#schemas/resource/kind.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import {
  sharingRoutes,
  type OwnerChange,
  type OwnersFound,
  type StatusChange,
} from '#schemas/sharing/routes.ts';
import type { z } from 'zod';
import { call } from '../api/call.ts';

/** Where a resource lives: in the multi-client space, or with a customer. */
export type ResourcePlace =
  | { readonly kind: SharedKind; readonly customerId?: undefined }
  | { readonly kind: PlacedKind; readonly customerId: number };

interface OwnersNeeded {
  readonly search: string;
  readonly isPrivate: boolean;
}

/** The calls that both kinds of place have. */
export function placeCalls(place: ResourcePlace) {
  if (place.customerId === undefined) {
    const { updateStatus, updateOwner, listOwners } = sharingRoutes[place.kind];
    return {
      updateStatus,
      updateOwner,
      setStatus: (resourceId: number, body: z.input<typeof StatusChange>) =>
        call(updateStatus, { params: { resourceId }, body }),
      setOwner: (resourceId: number, body: z.input<typeof OwnerChange>) =>
        call(updateOwner, { params: { resourceId }, body }),
      findOwners: ({ search }: OwnersNeeded, signal: AbortSignal): Promise<z.output<typeof OwnersFound>> =>
        call(listOwners, { query: { search }, signal }),
    };
  }
  const { updateStatus, updateOwner, listOwners } = placedRoutes[place.kind];
  const { customerId } = place;
  return {
    updateStatus,
    updateOwner,
    setStatus: (resourceId: number, body: z.input<typeof StatusChange>) =>
      call(updateStatus, { params: { customerId, resourceId }, body }),
    setOwner: (resourceId: number, body: z.input<typeof OwnerChange>) =>
      call(updateOwner, { params: { customerId, resourceId }, body }),
    findOwners: (
      { search, isPrivate }: OwnersNeeded,
      signal: AbortSignal,
    ): Promise<z.output<typeof OwnersFound>> =>
      call(listOwners, {
        params: { customerId },
        query: { search, visibility: isPrivate ? 'private' : 'public' },
        signal,
      }),
  };
}
