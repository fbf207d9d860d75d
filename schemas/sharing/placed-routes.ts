import { z } from 'zod';
import { placedKinds, resourceKinds, type PlacedKind } from '../resource/kind.ts';
import { ResourceSummary, PlacedVisibility } from '../resource/resource.ts';
import { API, route } from '../route.ts';
import { OwnerChange, OwnerSearch, OwnersFound, StatusChange } from './routes.ts';

const ofCustomer = z.strictObject({ customerId: z.coerce.number().int().positive() });
const params = ofCustomer.extend({ resourceId: z.coerce.number().int().positive() });

/** Owners of private resources need the permission for private resources. */
const PlacedOwnerSearch = OwnerSearch.extend({ visibility: PlacedVisibility.default('public') });

const path = (kind: PlacedKind): string => `${API}/customers/:customerId/resource/${kind}`;
const writeRightOf = <K extends PlacedKind>(kind: K): (typeof resourceKinds)[K]['customer']['write'] =>
  resourceKinds[kind].customer.write;

const routesOf = <const K extends PlacedKind>(kind: K) => {
  const { one, many } = resourceKinds[kind].words;
  const needs = writeRightOf(kind);
  return {
    updateStatus: route({
      method: 'PUT',
      path: `${path(kind)}/:resourceId/status`,
      scope: 'customer',
      needs,
      summary: `Activate or deactivate ${one} of a customer, with a comment`,
      params,
      body: StatusChange,
      reply: ResourceSummary,
      problems: ['NOT_FOUND', 'CONFLICT'],
    }),
    listOwners: route({
      method: 'GET',
      path: `${path(kind)}/owners`,
      scope: 'customer',
      needs,
      summary: `Possible owners of ${many} of a customer: users who see the customer and can change them`,
      params: ofCustomer,
      query: PlacedOwnerSearch,
      reply: OwnersFound,
    }),
    updateOwner: route({
      method: 'PUT',
      path: `${path(kind)}/:resourceId/owner`,
      scope: 'customer',
      needs,
      summary: `Change the owner of ${one} of a customer`,
      params,
      body: OwnerChange,
      reply: ResourceSummary,
      problems: ['NOT_FOUND', 'CONFLICT', 'OWNER_UNKNOWN'],
    }),
  };
};

/** Status and owner routes of resources in a customer space, for every registered kind. */
export const placedRoutes = Object.fromEntries(placedKinds.map((kind) => [kind, routesOf(kind)])) as Readonly<
  Record<PlacedKind, ReturnType<typeof routesOf<PlacedKind>>>
>;
