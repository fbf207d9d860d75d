import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { resultOf, type DashletData } from './dashlet-data.ts';
import { extendedOf, inFull, isSameTable, newStepsOf } from './step-refresh.ts';

/** A call for the values of a page. */
export interface PageCall {
  readonly stop: AbortController;
  /** Dashlets that still need the response. */
  readonly open: Set<string>;
}

/** What a page knows of a dashlet. */
export interface DashletEntry {
  /** Undefined: a filter is missing. */
  readonly request: DataRequestInput | undefined;
  /** The request without what an earlier result adds to it. */
  readonly full: DataRequestInput | undefined;
  /** The first second that is shown, of a request for new steps: nothing shows that they are requested. */
  keepFrom: number | undefined;
  data: DashletData;
  isDue: boolean;
  call: PageCall | undefined;
}

/** The entry of a dashlet whose filter selects nothing yet. */
export const openEntry = (filter: string): DashletEntry => ({
  request: undefined,
  full: undefined,
  keepFrom: undefined,
  call: undefined,
  data: { is: 'missing', filter },
  isDue: false,
});

/** The entry of a request: it shows the earlier result of the same query, whatever its order, until the new one is there. */
export function renewed(request: DataRequestInput, last: DashletEntry | undefined): DashletEntry {
  const shown = last !== undefined && isSameTable(last.request, request) ? resultOf(last.data) : undefined;
  const newSteps = last?.data.is === 'ready' ? newStepsOf(request, shown, last.request) : undefined;
  const due = { full: inFull(request), isDue: true, call: undefined };
  if (newSteps !== undefined && last !== undefined)
    return { ...due, request: newSteps, data: last.data, keepFrom: request.from };
  return {
    ...due,
    request: extendedOf(request, shown, last?.request) ?? request,
    data: { is: 'queued', result: shown },
    keepFrom: undefined,
  };
}
