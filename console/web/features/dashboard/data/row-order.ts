import type { LineFilter } from '#schemas/data/line-filter.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DashletRequest } from '#schemas/dashboard/document-requests.ts';
import type { TableSorting } from '#web/ui/table/table-column.ts';

/** What a reader orders the rows of a dashlet by, instead of what the document says. */
export type RowOrder = Pick<NonNullable<DataRequestInput['lines']>, 'orderBy' | 'order'>;

/** Which rows of a dashlet a reader sees, instead of those of the document. */
export interface RowChoice {
  readonly order?: RowOrder | undefined;
  readonly filters?: readonly LineFilter[] | undefined;
}
/** By dashlet. */
export type RowChoices = Readonly<Record<string, RowChoice>>;

/** The requests of a page as its reader orders and filters their rows: the server knows all of them. */
export const chosenRequests = (
  requests: readonly DashletRequest[],
  choices: RowChoices,
): readonly DashletRequest[] =>
  requests.map((requested) => {
    const choice = choices[requested.dashlet];
    if (choice === undefined || !('request' in requested) || requested.request.lines === undefined)
      return requested;
    const { order, filters } = choice;
    const lines = { ...requested.request.lines, ...order, ...(filters && { filters: [...filters] }) };
    return { ...requested, request: { ...requested.request, lines } };
  });

/** The order of a column of a table: `series 2` by that series, another one by the names; the time is none of the server. */
export function orderOfColumn({ id, desc }: TableSorting): RowOrder | undefined {
  if (id === 'date') return undefined;
  const [, index] = /^series (\d+)$/.exec(id) ?? [];
  return { orderBy: index === undefined ? 'name' : Number(index), order: desc ? 'descending' : 'ascending' };
}
