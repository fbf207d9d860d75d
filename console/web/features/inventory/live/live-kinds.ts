import { liveColumnIds, type LiveKind } from '#schemas/inventory/list/live.ts';

/** KPIs that are requested, in the order of the values of a row. */
export const liveKpis = ({ up, load = [] as never }: LiveKind): readonly string[] => [
  ...(up === undefined ? [] : [up]),
  ...load,
];

/** What is newest is of the rows in view: a file has none of it. */
const ofNow: ReadonlySet<string> = new Set(liveColumnIds);

/** The columns of a file with these columns of a list: in place of the state whether data is collected, which it says as well. */
export const fileColumns = (shown: readonly string[]): readonly string[] => {
  const stored = shown.filter((id) => !ofNow.has(id));
  return shown.includes('state') && !stored.includes('collection') ? [...stored, 'collection'] : stored;
};
