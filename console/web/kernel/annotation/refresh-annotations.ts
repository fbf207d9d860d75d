import { listAnnotations } from '#schemas/annotation/routes.ts';
import { refreshQueries } from '../query/use-refresh.ts';
import { routeKey } from '../query/route-query.ts';

/** Reads the annotations of a customer again where they are shown. */
export const refreshAnnotations = (
  queries: Parameters<typeof refreshQueries>[0],
  customerId: number,
): Promise<void> => refreshQueries(queries, [routeKey(listAnnotations, { params: { customerId } })]);
