import type { Bind } from '#schemas/kpi/bindings.ts';

/** What one of the requests reads that a statement serves together. */
export interface BatchedRequest {
  readonly sites: readonly number[];
  /** Undefined: all of its sites. */
  readonly elements: readonly number[] | undefined;
}

interface Batched {
  readonly sites: readonly number[] | undefined;
  readonly batch?: readonly BatchedRequest[] | undefined;
}

/** Start of a list of columns that keeps the requests of a batch apart. */
export const requestColumn = ({ batch }: Batched): string => (batch === undefined ? '' : 'request, ');

const ELEMENTS = 2 ** 32;

/** The column `request` of rows with the columns `site` and `element`, and the condition that keeps the elements of each request. */
export function requestSql({ batch, sites = [] }: Batched, bind: Bind) {
  if (batch === undefined) return { columns: '', conditions: [] };
  const requests = new Map(batch.flatMap((each, number) => each.sites.map((site) => [site, number])));
  const numbers = sites.map((site) => requests.get(site) ?? 0);
  const request = `transform(site, ${bind('sites', 'Array(UInt32)', sites)}, ${bind('requests', 'Array(UInt16)', numbers)}, toUInt16(0))`;
  const pairs = batch.flatMap(({ elements = [] }, number) => elements.map((id) => number * ELEMENTS + id));
  // An element that has moved has measures at the sites of two requests, and may be read for one of them only.
  const isOwn = `toUInt64(${request}) * ${String(ELEMENTS)} + element IN ${bind('pairs', 'Array(UInt64)', pairs)}`;
  return { columns: `, ${request} AS request`, conditions: pairs.length === 0 ? [] : [isOwn] };
}
