import {
  completeFilterValue,
  completeFilterValueAcross,
  exploreFlows,
  exploreFlowsAcross,
} from '#schemas/explore/routes.ts';
import type { FieldId } from '#schemas/explore/fields.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import type { exploreRequestOf } from './explore-request.ts';

type Body = ReturnType<typeof exploreRequestOf>;

/** The flows of one customer, or of all that the user sees. */
export interface ExploreApi {
  /** Undefined: all customers. */
  readonly customerId: number | undefined;
  readonly explore: (body: Body) => ReturnType<typeof routeQuery<typeof exploreFlows>>;
  readonly values: (
    field: FieldId,
    text: string,
  ) => ReturnType<typeof routeQuery<typeof completeFilterValue>>;
}

export const customerExploreApi = (customerId: number): ExploreApi => ({
  customerId,
  explore: (body) => routeQuery(exploreFlows, { params: { customerId }, body }),
  values: (field, text) =>
    routeQuery(completeFilterValue, { params: { customerId }, query: { field, text } }),
});

export const exploreApiAcross: ExploreApi = {
  customerId: undefined,
  explore: (body) => routeQuery(exploreFlowsAcross, { body }),
  values: (field, text) => routeQuery(completeFilterValueAcross, { query: { field, text } }),
};
