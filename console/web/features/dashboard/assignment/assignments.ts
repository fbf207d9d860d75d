import {
  assignCustomerHome,
  assignHome,
  listHomeAssignments,
  type HomeAssignment,
} from '#schemas/dashboard/home-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery, routeQuery } from '#web/kernel/query/route-query.ts';
import { documentApi } from '../document-api.ts';

export const assignmentsQuery = routeQuery(listHomeAssignments);

/** Home pages that can be assigned: those of the multi-client space, or those that the users of the customer see. */
export const assignableQuery = ({ kind, id }: Pick<HomeAssignment, 'kind' | 'id'>) =>
  namedQuery('assignable-homes', [kind === 'customer' ? id : 'provider'], async (signal) => {
    const homes = await documentApi('home', kind === 'customer' ? id : undefined).list(signal);
    return homes.filter(({ visibility }) => visibility !== 'private');
  });

/** Assigns a home page; null: none. */
export function assign({ kind, id }: Pick<HomeAssignment, 'kind' | 'id'>, home: number | null) {
  if (kind === 'customer') return call(assignCustomerHome, { params: { customerId: id }, body: { home } });
  return call(assignHome, { body: { to: { kind, id }, home } });
}
