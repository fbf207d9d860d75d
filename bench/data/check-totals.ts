import type { AskedData } from '#schemas/data/data-request.ts';
import { isTimeline } from './page-of-thirty.ts';
import type { Answers, ReadCall } from './read-data.ts';

type Read = (requests: readonly AskedData[]) => Promise<ReadCall>;

/** Values of a period that a refresh put together, against those that are read in full. */
export async function checkTotals(read: Read, page: readonly AskedData[], refresh: Answers): Promise<void> {
  const totals = page.filter((request) => !isTimeline(request));
  const inFull = (request: AskedData): AskedData => {
    const { since: _, ...rest } = request;
    return rest;
  };
  const { answers } = await read(totals.map(inFull));
  const valuesOf = (from: Answers, id: string) =>
    new Map(from.get(id)?.rows.map(({ key, values }) => [JSON.stringify(key), values.flat()]));
  for (const { id } of totals) {
    const [own, full] = [valuesOf(refresh, id), valuesOf(answers, id)];
    const isSame = [...full].every(([key, values]) =>
      values.every((value, index) => Math.abs((own.get(key)?.[index] ?? NaN) / (value ?? NaN) - 1) < 1e-9),
    );
    if (!isSame || own.size !== full.size) throw new Error(`${id}: the refresh differs from the period`);
  }
}
