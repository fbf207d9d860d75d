import { formatValue } from '#schemas/unit/format.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { ChartLegend } from '../shared/ChartLegend.tsx';
import { chartLines, lastOf } from '../shared/chart-lines.ts';
import { colourOf } from '../shared/colours.ts';
import { wholeParts, sectorPath } from '../shared/geometry.ts';
import { useChartTexts, useChartWords } from '../use-chart-texts.ts';
import './pie.css';

const OUTER = 48;
const RING = 30;
/** Slices below this part of a turn have no room for a label. */
const LABEL_FROM = 0.05;

const middle = ({ from, to }: { readonly from: number; readonly to: number }, radius: number) => {
  const angle = Math.PI * (from + to) - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
};

/** Shares of a whole. */
export function PieDashlet({ settings, title, result }: DashletProps<'pie'>) {
  const text = useChartTexts();
  const words = useChartWords();
  const lines = result === undefined ? [] : chartLines(result, settings.series, words);
  const values = lines.map((line) => lastOf(line.values));
  const parts = wholeParts(values);
  const { unit = 'scalar' } = lines[0] ?? {};
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  const inner = settings.ring ? RING : 0;
  const shareOf = ({ from, to }: (typeof parts)[number]): string =>
    formatValue((to - from) * 100, 'percent', words.language);
  const summary = lines.map(({ name }, index) =>
    text('line', {
      name,
      value: `${formatValue(values[index] ?? null, unit, words.language)} (${shareOf(parts[index] ?? { from: 0, to: 0 })})`,
    }),
  );
  return (
    <div className="tt-pie" data-legend={settings.legend.place}>
      <svg
        viewBox="-50 -50 100 100"
        role="img"
        aria-label={text('chart', { title, count: lines.length, lines: summary.join(', ') })}
      >
        {lines.map(({ id, name, isOthers }, index) => {
          const part = parts[index] ?? { from: 0, to: 0 };
          if (part.to <= part.from) return null;
          return (
            <path
              key={id}
              d={sectorPath(part, { inner, outer: OUTER })}
              style={{ fill: `var(${colourOf(index, isOthers)})` }}
            >
              <title>{`${name}: ${formatValue(values[index] ?? null, unit, words.language)} (${shareOf(part)})`}</title>
            </path>
          );
        })}
        {settings.labels !== 'none' &&
          lines.map(({ id }, index) => {
            const part = parts[index] ?? { from: 0, to: 0 };
            if (part.to - part.from < LABEL_FROM) return null;
            return (
              <text key={id} {...middle(part, (inner + OUTER) / 2)} className="tt-pie-label">
                {settings.labels === 'percent'
                  ? shareOf(part)
                  : formatValue(values[index] ?? null, unit, words.language)}
              </text>
            );
          })}
        {settings.ring && (
          <text className="tt-pie-total" x={0} y={0}>
            {formatValue(total, unit, words.language)}
          </text>
        )}
      </svg>
      <ChartLegend title={title} lines={lines} legend={settings.legend} />
    </div>
  );
}
