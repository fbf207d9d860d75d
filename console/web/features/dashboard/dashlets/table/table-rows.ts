import type { DataResult, KeyPart } from '#schemas/data/data-result-size.ts';
import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { partName, rowName, type ChartWords } from '../shared/chart-lines.ts';

/** A line of the table. */
export interface TableLine {
  readonly id: string;
  readonly name: string;
  /** Names of the keys, in the order of the result. */
  readonly keys: readonly string[];
  /** Milliseconds since 1970, with the key `date`. */
  readonly at: number | null;
  readonly values: readonly (number | null)[];
  /** Elements that it stands for; of all others together none. */
  readonly key?: readonly KeyPart[];
}

/** A line per row, or per row and step. */
export function tableLines(
  { rows, steps }: DataResult,
  { maxLines }: Pick<DashletSettings<'table'>, 'maxLines'>,
  words: ChartWords,
): readonly TableLine[] {
  const lines = rows.flatMap((row) => {
    const name = rowName(row, words);
    const id =
      row.others === true
        ? 'others'
        : row.key.map(({ attribute, id: of }) => `${attribute}${String(of)}`).join('-');
    const keys = row.others === true ? [words.others] : row.key.map((part) => partName(part, words));
    const line = (step: number, at: number | null): TableLine => ({
      id: `${id} ${String(at ?? '')}`,
      name: name === '' ? id : name,
      keys,
      ...(row.others !== true && { key: row.key }),
      at: at === null ? null : at * 1_000,
      values: row.values.map((values) => values[step] ?? null),
    });
    return steps === null ? [line(0, null)] : steps.map((at, step) => line(step, at)).toReversed();
  });
  return lines.slice(0, maxLines);
}
