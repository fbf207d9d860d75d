import type { AskedData } from '#schemas/data/data-request.ts';
import type { DashletRequest } from '#schemas/dashboard/document-requests.ts';
import type { TableSorting } from '#web/ui/table/table-column.ts';

/** What a reader orders the rows of a dashlet by, instead of what the document says. */
export type RowOrder = Pick<NonNullable<AskedData['lines']>, 'orderBy' | 'order'>;
/** By dashlet. */
export type RowOrders = Readonly<Record<string, RowOrder>>;

/** The requests of a page as its reader orders them: the server knows all rows. */
export const orderedRequests = (
  requests: readonly DashletRequest[],
  orders: RowOrders,
): readonly DashletRequest[] =>
  requests.map((asked) => {
    const order = orders[asked.dashlet];
    if (order === undefined || !('request' in asked) || asked.request.lines === undefined) return asked;
    return { ...asked, request: { ...asked.request, lines: { ...asked.request.lines, ...order } } };
  });

/** The order of a column of a table: `series 2` by that series, another one by the names; the time is none of the server. */
export function orderOfColumn({ id, desc }: TableSorting): RowOrder | undefined {
  if (id === 'date') return undefined;
  const [, index] = /^series (\d+)$/.exec(id) ?? [];
  return { orderBy: index === undefined ? 'name' : Number(index), order: desc ? 'descending' : 'ascending' };
}
