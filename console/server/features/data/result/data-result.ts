import type { DataResult, DataRow } from '#schemas/data/data-result-size.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { DatedInput } from '../plan/plan-input.ts';
import { withEarlier, type ComparedValues } from './compared-values.ts';
import { isOthers, shownLines } from './data-rows.ts';
import { keyNames, type NameNeeds } from './key-names.ts';
import { keyedRows, type ReadValues } from './store-rows.ts';
import { resultNotes } from './result-notes.ts';
import { finestWorking, resultSeries } from './result-series.ts';

/** Values with those of the earlier period, of the same keys. One whose values are no longer stored has none. */
function comparedRows({ values, earlier }: ReadValues): {
  readonly rows: readonly ComparedValues[];
  readonly earlier?: DataResult['earlier'];
} {
  const found = values === undefined ? [] : keyedRows(values);
  if (earlier === undefined) return { rows: found };
  const { period, isRetained } = earlier;
  const steps = [...period.steps];
  if (!isRetained) return { rows: found, earlier: { steps, retained: false } };
  const rows = earlier.values === undefined ? [] : keyedRows(earlier.values);
  return { rows: withEarlier(found, rows, period), earlier: { steps, retained: true } };
}

async function namedRows(
  needs: NameNeeds,
  input: DatedInput,
  rows: readonly ComparedValues[],
): Promise<readonly DataRow[]> {
  const names = await keyNames(
    needs,
    input,
    rows.map(({ key }) => key),
  );
  return rows.map(({ key, ...values }) => ({
    key: names(key),
    ...(isOthers(key) ? { others: true as const } : {}),
    ...values,
  }));
}

const asMutable = ({ rows, rowCount }: { readonly rows: readonly DataRow[]; readonly rowCount: number }) => ({
  rows: [...rows],
  rowCount,
});

/** The result of a request from what was read for it. Throws DASHLET_NO_DATA and TOO_MUCH_DATA. */
export async function dataResult(needs: NameNeeds, input: DatedInput, read: ReadValues): Promise<DataResult> {
  const { request, display, from, to, sources, version, steps } = input;
  const compared = comparedRows(read);
  const rows = await namedRows(needs, input, compared.rows);
  const isExtended = request.since !== undefined && steps !== null;
  if (rows.length === 0 && !isExtended) throw new ProblemError('DASHLET_NO_DATA');
  const series = input.series.map((each) => resultSeries(input, each));
  // Of the full period, also where only its new steps are requested.
  const notes = resultNotes({ ...input, from: input.complete.from });
  return {
    series,
    working: finestWorking(series),
    display,
    timeZone: request.timeZone,
    from,
    to,
    sources: [...sources],
    version,
    steps: steps === null ? null : [...steps],
    ...asMutable(shownLines(rows, request.lines)),
    ...(compared.earlier === undefined ? {} : { earlier: compared.earlier }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}
