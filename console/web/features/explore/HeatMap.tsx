import { formatValue } from '#schemas/unit/format.ts';
import { formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { rowTitle, type ShownResult, type ShownValues } from './shown-result.ts';
import { useExploreTexts } from './texts/en.ts';

/** Columns that a screen can show: more steps are merged by their highest. */
const MAX_CELLS = 96;
const LEAST_PERCENT = 8;

type Series = ShownValues['series'];

const measured = (series: Series): readonly number[] => series.filter((value) => typeof value === 'number');

function* cellsOf(series: Series): Generator<{ readonly step: number; readonly value: number | null }> {
  const together = Math.ceil(series.length / MAX_CELLS) || 1;
  for (let step = 0; step < series.length; step += together) {
    const values = measured(series.slice(step, step + together));
    yield { step, value: values.length === 0 ? null : Math.max(...values) };
  }
}

/** How much of the colour a value has, by its root: most values are far below the highest. */
const strength = (value: number | null, highest: number): number =>
  value === null || value <= 0 || highest <= 0
    ? 0
    : LEAST_PERCENT + (100 - LEAST_PERCENT) * Math.sqrt(value / highest);

/** A line of cells for each row: the darker, the more. */
export function HeatMap({ result }: { readonly result: ShownResult }) {
  const text = useExploreTexts();
  const language = useLanguage();
  const { rows, others, total, steps, unit } = result;
  const lines = [
    ...rows.map((row) => ({ id: row.id, name: rowTitle(row), series: row.series })),
    ...(others === null ? [] : [{ id: 'others', name: text('others'), series: others.series }]),
    ...(rows.length === 0 && total !== null
      ? [{ id: 'total', name: text('total'), series: total.series }]
      : []),
  ];
  const highest = Math.max(0, ...lines.flatMap(({ series }) => measured(series)));
  return (
    <div className="tt-explore-heat" role="img" aria-label={text('heat', { count: lines.length })}>
      {lines.map(({ id, name, series }) => (
        <div key={id} className="tt-explore-heat-row">
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-explore-heat-cells">
            {[...cellsOf(series)].map(({ step, value }) => (
              <i
                key={step}
                title={`${formatMinute((steps[step] ?? 0) * 1_000, language)}: ${formatValue(value, unit, language)}`}
                style={{
                  background: `color-mix(in srgb, var(--tt-series-1) ${String(Math.round(strength(value, highest)))}%, transparent)`,
                }}
              />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
