import type { DataResult, DataRow } from '#schemas/data/data-result-size.ts';

type Values = readonly (readonly (number | null)[])[];

const keyText = ({ key, others }: DataRow): string =>
  others === true ? 'others' : key.map(({ attribute, id }) => `${attribute}:${String(id)}`).join();

const hasValues = ({ values }: DataRow): boolean =>
  values.some((series) => series.some((value) => value !== null));

/** The first step that is at or after a time; the number of steps if there is none. */
function indexFrom(steps: readonly number[], at: number): number {
  const index = steps.findIndex((step) => step >= at);
  return index === -1 ? steps.length : index;
}

/**
 * Appends the new steps of a result (`since`) to what is shown and drops those before `from`, seconds since 1970. Steps that both have
 * are the newer ones: late measures may have corrected them; so are names, of elements that were renamed or deleted. Undefined if rows appeared that the shown result does not have: their
 * earlier values are not known.
 */
export function mergeResult(shown: DataResult, newer: DataResult, from: number): DataResult | undefined {
  if (shown.steps === null || newer.steps === null || shown.display !== newer.display) return undefined;
  const { steps } = shown;
  const known = new Map(shown.rows.map((row) => [keyText(row), row]));
  if (newer.rows.some((row) => !known.has(keyText(row)) && hasValues(row))) return undefined;
  const added = new Map(newer.rows.map((row) => [keyText(row), row]));
  const [first, end] = [indexFrom(steps, from), indexFrom(steps, newer.from)];
  const skipped = indexFrom(newer.steps, from);
  const fresh = newer.steps.slice(skipped);
  const nothing = fresh.map(() => null);
  const unchangedPart = <Value>(values: readonly Value[]): readonly Value[] =>
    values.slice(Math.min(first, end), end);
  const longer = (series: Values, more: Values | undefined): (number | null)[][] =>
    series.map((values, index) => [...unchangedPart(values), ...(more?.[index]?.slice(skipped) ?? nothing)]);
  const rows = shown.rows.map((row) => {
    const more = added.get(keyText(row));
    const values = longer(row.values, more?.values);
    return {
      ...row,
      ...(more && { key: more.key }),
      values,
      ...(row.earlier && { earlier: longer(row.earlier, more?.earlier) }),
    };
  });
  const all = [...unchangedPart(steps), ...fresh];
  const earlier = newer.earlier && {
    ...newer.earlier,
    steps: [...unchangedPart(shown.earlier?.steps ?? nothing), ...newer.earlier.steps.slice(skipped)],
  };
  return {
    ...newer,
    from: all[0] ?? newer.from,
    steps: all,
    rows,
    rowCount: shown.rowCount,
    ...(earlier && { earlier }),
  };
}
