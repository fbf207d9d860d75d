import { useMemo, useState } from 'react';
import { axisFormat, columnFormat } from '#schemas/unit/column-format.ts';
import { formatClock, formatMinute, formatTick } from '#web/lib/format.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useTheme } from '#web/lib/theme.ts';
import { usePlot } from '#web/ui/plot/use-plot.ts';
import { colourOfRow, OTHERS_COLOUR, plottedSeries, type PlottedLook } from './plotted-lines.ts';
import { rowTitle, type ShownResult, type ShownValues } from './shown-result.ts';
import { startTimePlot } from './time-plot.ts';
import { useExploreTexts } from './texts/en.ts';
import { DAY_S } from '#schemas/time/duration.ts';

interface Props {
  readonly result: ShownResult;
  readonly look: PlottedLook;
  readonly onZoom: (period: { readonly from: number; readonly to: number }) => void;
}

const LONG_AXIS_S = 3 * DAY_S;

/** The rows with their colours, and their values at the pointer or over the period. */
function ChartLegend({ result, step }: Pick<Props, 'result'> & { readonly step: number | undefined }) {
  const text = useExploreTexts();
  const language = useLanguage();
  const { rows, others, total, steps, unit } = result;
  const entries = [
    ...rows.map((row, place) => ({
      id: row.id,
      name: rowTitle(row),
      values: row,
      colour: colourOfRow(place),
    })),
    ...(others === null
      ? []
      : [{ id: 'others', name: text('others'), values: others, colour: OTHERS_COLOUR }]),
    ...(total === null
      ? []
      : [
          {
            id: 'total',
            name: text('total'),
            values: total,
            colour: rows.length === 0 ? colourOfRow(0) : undefined,
          },
        ]),
  ];
  const valueOf = ({ value, series }: ShownValues): number | null =>
    step === undefined ? value : (series[step] ?? null);
  const shown = entries.map(({ values }) => valueOf(values));
  const format = columnFormat(shown, unit, language);
  const at = step === undefined ? undefined : steps[step];
  return (
    <ul className="tt-explore-legend" aria-label={text('legend')}>
      <li className="tt-muted">{at === undefined ? text('ofPeriod') : formatMinute(at * 1_000, language)}</li>
      {entries.map(({ id, name, colour }, place) => (
        <li key={id}>
          <span
            className="tt-explore-key"
            style={{ background: colour === undefined ? 'transparent' : `var(${colour})` }}
            aria-hidden="true"
          />
          <span className="tt-ellipsis">{name}</span>
          <strong>{format(shown[place] ?? null)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The heaviest rows over time. The table below has the same values for those who cannot see it. */
export function TimeChart({ result, look, onZoom }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  const theme = useTheme();
  const [pointed, setPointed] = useState<number>();
  const drawn = JSON.stringify([look, language, theme]);
  const { container } = usePlot({
    shape: useMemo(() => [drawn, result], [drawn, result]),
    start(place, size) {
      const { steps, unit } = result;
      const length = (steps.at(-1) ?? 0) - (steps[0] ?? 0);
      const isLong = length > LONG_AXIS_S;
      return startTimePlot(place, {
        ...size,
        steps,
        series: plottedSeries(result, look),
        formatTicks: (ticks) => ticks.map(axisFormat(ticks, unit, language)),
        formatTick: (at) =>
          length < DAY_S ? formatClock(at * 1_000, language) : formatTick(at * 1_000, language, isLong),
        timeZone: ownZone(),
        onCursor: setPointed,
        onZoom,
      });
    },
  });
  return (
    <div className="tt-explore-chart">
      <div
        ref={container}
        className="tt-explore-plot"
        role="img"
        aria-label={text('chart', { count: result.rows.length })}
      />
      <ChartLegend result={result} step={pointed} />
    </div>
  );
}
