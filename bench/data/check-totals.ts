import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { isTimeline } from './page-of-thirty.ts';
import type { DataResults, ReadCall } from './read-data.ts';

type Read = (requests: readonly DataRequestInput[]) => Promise<ReadCall>;

/** Values of a period that a refresh merged, against those that are read in full. */
export async function checkTotals(
  read: Read,
  page: readonly DataRequestInput[],
  refresh: DataResults,
): Promise<void> {
  const totals = page.filter((request) => !isTimeline(request));
  const inFull = (request: DataRequestInput): DataRequestInput => {
    const { since: _, ...remaining } = request;
    return remaining;
  };
  const { responses } = await read(totals.map(inFull));
  const valuesOf = (from: DataResults, id: string) =>
    new Map(from.get(id)?.rows.map(({ key, values }) => [JSON.stringify(key), values.flat()]));
  for (const { id } of totals) {
    const [own, full] = [valuesOf(refresh, id), valuesOf(responses, id)];
    const isSame = [...full].every(([key, values]) =>
      values.every((value, index) => Math.abs((own.get(key)?.[index] ?? NaN) / (value ?? NaN) - 1) < 1e-9),
    );
    if (!isSame || own.size !== full.size) throw new Error(`${id}: the refresh differs from the period`);
  }
}
