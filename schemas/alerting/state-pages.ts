import type { AlertState, AlertStatePage, AlertStatePart } from './alert.ts';

/** Rows in a page: read in a few milliseconds, like the rows of a delta. */
const ROWS_PER_PAGE = 200;

const headOf = ({ customer, sites: _sites, alarms: _alarms, ...head }: AlertState): AlertStatePart => ({
  customer,
  head,
  sites: [],
  alarms: [],
});

/** The heads first, so that a reader can follow the deltas that arrive between the pages. */
function* partsOf(states: readonly AlertState[]): Generator<AlertStatePart> {
  yield* states.map(headOf);
  for (const { customer, sites, alarms } of states) {
    for (let from = 0; from < sites.length; from += ROWS_PER_PAGE)
      yield { customer, sites: sites.slice(from, from + ROWS_PER_PAGE), alarms: [] };
    for (let from = 0; from < alarms.length; from += ROWS_PER_PAGE)
      yield { customer, sites: [], alarms: alarms.slice(from, from + ROWS_PER_PAGE) };
  }
}

const sizeOf = ({ sites, alarms }: AlertStatePart): number => 1 + sites.length + alarms.length;

/** Cuts the states of a partition into pages, at least one. */
export function* alertStatePages(states: readonly AlertState[]): Generator<AlertStatePage> {
  let page = 0;
  let parts: AlertStatePart[] = [];
  let size = 0;
  for (const part of partsOf(states)) {
    if (parts.length > 0 && size + sizeOf(part) > ROWS_PER_PAGE + 1) {
      yield { page, isLast: false, parts };
      page += 1;
      [parts, size] = [[], 0];
    }
    parts.push(part);
    size += sizeOf(part);
  }
  yield { page, isLast: true, parts };
}
