import type { PlacedKind, SharedKind } from '#schemas/resource/kind.ts';
import { placedRoutes } from '#schemas/sharing/placed-routes.ts';
import { sharingRoutes } from '#schemas/sharing/routes.ts';
import type { OwnerChange, OwnersFound, StatusChange } from '#schemas/sharing/routes.ts';
import type { z } from 'zod';
import { call } from '../api/call.ts';

/** Where a resource lives: in the multi-client space, or with a customer. */
export type Place =
  | { readonly kind: SharedKind; readonly customerId?: undefined }
  | { readonly kind: PlacedKind; readonly customerId: number };

interface OwnersWanted {
  readonly search: string;
  readonly isPrivate: boolean;
}

/** The calls that what lives with a customer has as well as what lives in the multi-client space. */
export function callsOf(place: Place) {
  if (place.customerId === undefined) {
    const { status, owner, owners } = sharingRoutes[place.kind];
    return {
      status,
      owner,
      setStatus: (resourceId: number, body: z.input<typeof StatusChange>) =>
        call(status, { params: { resourceId }, body }),
      setOwner: (resourceId: number, body: z.input<typeof OwnerChange>) =>
        call(owner, { params: { resourceId }, body }),
      findOwners: ({ search }: OwnersWanted, signal: AbortSignal): Promise<z.output<typeof OwnersFound>> =>
        call(owners, { query: { search }, signal }),
    };
  }
  const { status, owner, owners } = placedRoutes[place.kind];
  const { customerId } = place;
  return {
    status,
    owner,
    setStatus: (resourceId: number, body: z.input<typeof StatusChange>) =>
      call(status, { params: { customerId, resourceId }, body }),
    setOwner: (resourceId: number, body: z.input<typeof OwnerChange>) =>
      call(owner, { params: { customerId, resourceId }, body }),
    findOwners: (
      { search, isPrivate }: OwnersWanted,
      signal: AbortSignal,
    ): Promise<z.output<typeof OwnersFound>> =>
      call(owners, {
        params: { customerId },
        query: { search, visibility: isPrivate ? 'private' : 'public' },
        signal,
      }),
  };
}
