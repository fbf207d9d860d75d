import type { DataResult, DataRow } from '#schemas/data/data-answer.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { isoOf } from '#web/lib/clock.ts';
import { partName } from '../dashlets/shared/chart-lines.ts';
import type { ChartWords } from '../dashlets/shared/chart-lines.ts';

/** A field as RFC 4180 has it. Texts that a spreadsheet would run as a formula get an apostrophe. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Words = ChartWords & { readonly time: string };

const keysOf = ({ key, others }: DataRow, count: number, words: Words): readonly string[] =>
  others === true
    ? [words.others, ...Array.from({ length: Math.max(0, count - 1) }, () => '')]
    : key.map((part) => partName(part, words));

/** A result as CSV: a line per row, or per row and step; times as ISO 8601. */
export function csvOfResult({ series, steps, rows }: DataResult, words: Words): string {
  const attributes = rows.find(({ others }) => others !== true)?.key.map(({ attribute }) => attribute) ?? [];
  const { kpis, language } = words;
  const names = series.map(
    ({ kpi, aggregation, unit }) => `${factsIn(kpis, kpi)[language]} (${aggregation}, ${unit})`,
  );
  const head = [...attributes, ...(steps === null ? [] : [words.time]), ...names];
  const lines = rows.flatMap((row) => {
    const keys = keysOf(row, attributes.length, words);
    const valueAt = (step: number): readonly (number | null)[] =>
      row.values.map((values) => values[step] ?? null);
    return steps === null
      ? [[...keys, ...valueAt(0)]]
      : steps.map((time, step) => [...keys, isoOf(time * 1_000), ...valueAt(step)]);
  });
  return [head, ...lines].map((line) => line.map(field).join(',')).join('\r\n') + '\r\n';
}
