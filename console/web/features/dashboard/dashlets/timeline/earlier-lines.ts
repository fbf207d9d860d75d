import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { formatValue } from '#schemas/unit/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import type { useChartTexts } from '../texts/en.ts';

/** Name of the line of the earlier period in the legend, by which it is hidden. */
export const earlierId = ({ id }: Pick<ChartLine, 'id'>): string => `${id} earlier`;

export const earlierName = (
  name: string,
  { comparison }: Pick<DashletSettings<'timeline'>, 'comparison'>,
  text: ReturnType<typeof useChartTexts>,
): string => text(`earlier_${comparison}`, { name });

/** The earlier periods of lines as lines of the legend. */
export const earlierLines = (
  lines: readonly ChartLine[],
  nameOf: (name: string) => string,
): readonly ChartLine[] =>
  lines.flatMap(({ earlier, ...line }, index) =>
    earlier === undefined
      ? []
      : [{ ...line, id: earlierId(line), name: nameOf(line.name), values: earlier, earlierOf: index }],
  );

const PERCENT = 100;

/** How much a value differs from an earlier one: `+3 Mbps (+12%)`. Of percentages without the part. */
export function differenceText(
  value: number | null,
  earlier: number | null,
  {
    line: { unit, decimals },
    language,
  }: { readonly line: Pick<ChartLine, 'unit' | 'decimals'>; readonly language: Language },
): string {
  if (value === null || earlier === null || unit === 'timestamp') return '';
  const difference = value - earlier;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  const absolute = `${sign}${formatValue(Math.abs(difference), { unit, decimals }, language)}`;
  if (earlier === 0 || unit === 'percent') return absolute;
  const part = formatValue(Math.abs((difference / earlier) * PERCENT), 'percent', language);
  return `${absolute} (${sign}${part})`;
}
