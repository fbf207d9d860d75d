import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { GraphPeriod, GraphPoints } from '#web/kernel/kpi/graph-points.ts';
import { joinedValues, lonePlaces } from '#web/kernel/kpi/source-step.ts';
import { drawTimes, fillPeriods } from '#web/kernel/kpi/plot-marks.ts';
import type { GraphMarks } from './kpi-graph.ts';

export interface KpiPlotOptions {
  readonly width: number;
  readonly height: number;
  readonly period: GraphPeriod;
  readonly points: GraphPoints;
  /** At each point; null: unknown. */
  readonly thresholds: readonly (number | null)[];
  readonly marks: GraphMarks;
  /** Labels of the ticks of the values. */
  readonly formatTicks: (ticks: readonly number[]) => string[];
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
  /** The plot was drawn, at this distance from the edges of the graph, in CSS pixels. */
  readonly onDrawn: (area: { readonly left: number; readonly right: number }) => void;
  /** The pointer or `show` moved to a point, or left the graph. */
  readonly onCursor: (index: number | undefined) => void;
}

export interface KpiPlot {
  show(index: number | undefined): void;
  destroy(): void;
}

const AXIS_FONT_PX = 12;
const PX_PER_CHARACTER = 6.5;
const AXIS_GAP_PX = 14;
const TICK_SPACE_PX = 72;
const SILENCE_PX = 5;
const LINE_PX = 1.75;

/** Tokens of the page as colours: a canvas knows no custom properties. */
function plotColours() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--tt-${name}`).trim();
  return {
    line: token('accent'),
    threshold: token('critical'),
    running: token('critical-soft'),
    silenced: token('unknown'),
    acknowledged: token('ok'),
    changed: token('text-2'),
    grid: token('line'),
    text: token('text-3'),
    font: `${String(AXIS_FONT_PX)}px ${token('font')}`,
  };
}
type PlotColours = ReturnType<typeof plotColours>;

function drawPeriods(plot: uPlot, { running, silenced }: GraphMarks, colours: PlotColours): void {
  fillPeriods(plot, running, { fill: colours.running });
  fillPeriods(plot, silenced, { fill: colours.silenced, height: SILENCE_PX });
}

/** Solid for acknowledgements, dashed for changes of the definition. */
function drawMarks(plot: uPlot, { acknowledged, changed }: GraphMarks, colours: PlotColours): void {
  drawTimes(plot, acknowledged, { stroke: colours.acknowledged });
  drawTimes(plot, changed, { stroke: colours.changed, dash: [2, 2] });
}

function axesOf({ formatTicks, formatTick }: KpiPlotOptions, colours: PlotColours): uPlot.Axis[] {
  const look = {
    stroke: colours.text,
    font: colours.font,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { show: false },
  };
  return [
    { ...look, space: TICK_SPACE_PX, size: 28, values: (_, splits) => splits.map(formatTick) },
    {
      ...look,
      space: 36,
      values: (_, splits) => formatTicks(splits),
      // No values before the first layout.
      size: (_, labels: string[] | null) =>
        Math.max(0, ...(labels ?? []).map(({ length }) => length)) * PX_PER_CHARACTER + AXIS_GAP_PX,
    },
  ];
}

const { stepped } = uPlot.paths;

function seriesOf(lone: number[], colours: PlotColours): uPlot.Series[] {
  return [
    {},
    {
      stroke: colours.line,
      width: LINE_PX,
      spanGaps: false,
      points: { show: true, size: 5, fill: colours.line, filter: lone },
    },
    {
      stroke: colours.threshold,
      width: 1.25,
      dash: [5, 4],
      points: { show: false },
      // A changed threshold is a step, not a slope.
      ...(stepped === undefined ? {} : { paths: stepped({ align: 1 }) }),
    },
  ];
}

/** Where the plot is between the labels of its axes. */
function areaOf({ bbox, width }: uPlot): Parameters<KpiPlotOptions['onDrawn']>[0] {
  const left = bbox.left / devicePixelRatio;
  return { left, right: width - left - bbox.width / devicePixelRatio };
}

/** Draws a graph into a container until it is destroyed. */
export function startKpiPlot(container: HTMLElement, options: KpiPlotOptions): KpiPlot {
  const { width, height, period, points, thresholds, marks, onCursor } = options;
  const colours = plotColours();
  const drawn = joinedValues(points.values);
  const plot = new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { range: [period.from, period.to] } },
      axes: axesOf(options, colours),
      series: seriesOf(lonePlaces(drawn), colours),
      hooks: {
        drawClear: [(shown) => drawPeriods(shown, marks, colours)],
        draw: [(shown) => drawMarks(shown, marks, colours), (shown) => options.onDrawn(areaOf(shown))],
        setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)],
      },
    },
    [[...points.at], [...drawn], [...thresholds]],
    container,
  );
  return {
    show(index) {
      const at = index === undefined ? undefined : points.at[index];
      if (at === undefined) plot.setCursor({ left: -1, top: -1 });
      else plot.setCursor({ left: plot.valToPos(at, 'x'), top: 1 });
    },
    destroy: () => plot.destroy(),
  };
}
