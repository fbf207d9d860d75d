import uPlot from 'uplot';
import type { GraphPeriod, GraphPoints } from '#web/kernel/kpi/graph-points.ts';
import { joinedValues, lonePlaces } from '#web/kernel/kpi/source-step.ts';
import { plotLook, type PlotLook } from '#web/ui/plot/plot-look.ts';
import { drawTimes, fillPeriods } from '#web/ui/plot/plot-marks.ts';
import { startPlot, type PlotOptions, type PlotSize } from '#web/ui/plot/start-plot.ts';
import type { GraphMarks } from './kpi-graph.ts';

export interface KpiPlotOptions extends PlotSize, Pick<PlotOptions, 'onCursor' | 'onDrawn'> {
  readonly period: GraphPeriod;
  readonly points: GraphPoints;
  /** At each point; null: unknown. */
  readonly thresholds: readonly (number | null)[];
  readonly marks: GraphMarks;
  /** Labels of the ticks of the values. */
  readonly formatTicks: (ticks: readonly number[]) => string[];
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
}

const TICK_SPACE_PX = 72;
const SILENCE_PX = 5;
const LINE_PX = 1.75;

function drawPeriods(plot: uPlot, { running, silenced }: GraphMarks, { token }: PlotLook): void {
  fillPeriods(plot, running, { fill: token('critical-soft') });
  fillPeriods(plot, silenced, { fill: token('unknown'), height: SILENCE_PX });
}

/** Solid for acknowledgements, dashed for changes of the definition. */
function drawMarks(plot: uPlot, { acknowledged, changed }: GraphMarks, { token }: PlotLook): void {
  drawTimes(plot, acknowledged, { stroke: token('ok') });
  drawTimes(plot, changed, { stroke: token('text-2'), dash: [2, 2] });
}

const { stepped } = uPlot.paths;

function seriesOf(lone: number[], { token }: PlotLook): uPlot.Series[] {
  const line = token('accent');
  return [
    {},
    {
      stroke: line,
      width: LINE_PX,
      spanGaps: false,
      points: { show: true, size: 5, fill: line, filter: lone },
    },
    {
      stroke: token('critical'),
      width: 1.25,
      dash: [5, 4],
      points: { show: false },
      // A changed threshold is a step, not a slope.
      ...(stepped === undefined ? {} : { paths: stepped({ align: 1 }) }),
    },
  ];
}

/** Moves the pointer of a graph to a point, or away. */
export function showPoint(plot: uPlot, { at }: GraphPoints, index: number | undefined): void {
  const time = index === undefined ? undefined : at[index];
  if (time === undefined) plot.setCursor({ left: -1, top: -1 });
  else plot.setCursor({ left: plot.valToPos(time, 'x'), top: 1 });
}

/** Draws a graph into a container until it is destroyed. */
export function startKpiPlot(
  container: HTMLElement,
  { period, points, thresholds, marks, formatTicks, formatTick, ...options }: KpiPlotOptions,
): uPlot {
  const look = plotLook(container, { text: 'medium' });
  const drawn = joinedValues(points.values);
  return startPlot(container, [points.at, drawn, thresholds], {
    ...options,
    scales: { x: { range: [period.from, period.to] } },
    axes: [look.timeAxis(formatTick, { spacePx: TICK_SPACE_PX }), look.valueAxis(formatTicks)],
    series: seriesOf(lonePlaces(drawn), look),
    drawBehind: (plot) => drawPeriods(plot, marks, look),
    drawOver: (plot) => drawMarks(plot, marks, look),
  });
}
