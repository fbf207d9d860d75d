import type uPlot from 'uplot';
import { plotLook } from '#web/ui/plot/plot-look.ts';
import { readColours } from '#web/ui/plot/read-colours.ts';
import { startPlot, type PlotOptions, type PlotSize } from '#web/ui/plot/start-plot.ts';
import type { PlottedSeries } from './plotted-lines.ts';

interface TimePlotOptions extends PlotSize, Pick<PlotOptions, 'timeZone' | 'onCursor' | 'onZoom'> {
  /** Seconds since 1970. */
  readonly steps: readonly number[];
  readonly series: readonly PlottedSeries[];
  readonly formatTicks: (ticks: readonly number[]) => string[];
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
}

function seriesOf({ kind }: PlottedSeries, stroke: string): uPlot.Series {
  const isArea = kind === 'area';
  return {
    stroke,
    width: isArea ? 1 : 1.75,
    points: { show: false },
    ...(isArea ? { fill: stroke } : {}),
    ...(kind === 'dashed' ? { dash: [6, 4] } : {}),
  };
}

/** Draws into a container until it is destroyed. Dragging selects a period. */
export function startTimePlot(
  container: HTMLElement,
  { steps, series, formatTicks, formatTick, ...options }: TimePlotOptions,
): uPlot {
  const { timeAxis, valueAxis } = plotLook(container);
  const strokes = readColours(
    series.map(({ colour }) => colour),
    container,
  );
  return startPlot(container, [steps, ...series.map(({ values }) => values)], {
    ...options,
    scales: { y: { range: (_, low, high) => [Math.min(0, low * 1.05), high > 0 ? high * 1.05 : 1] } },
    axes: [timeAxis(formatTick), valueAxis(formatTicks)],
    series: [{}, ...series.map((each, index) => seriesOf(each, strokes[index] ?? ''))],
  });
}
