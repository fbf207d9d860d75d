import uPlot from 'uplot';
import type { Axis, ThresholdLook, Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import type { ColumnFormat } from '#schemas/unit/column-format.ts';
import { lonePlaces, type JoinedValues } from '#web/kernel/kpi/source-step.ts';
import { MIN_ZOOM_PX } from '#web/ui/plot/period-selection.ts';
import { plotLook, type PlotLook } from '#web/ui/plot/plot-look.ts';
import { drawTimes, fillPeriods } from '#web/ui/plot/plot-marks.ts';
import { readColours } from '#web/ui/plot/read-colours.ts';
import { plotData, startPlot, type PlotOptions, type PlotSize } from '#web/ui/plot/start-plot.ts';
import { axisRange } from './axis-range.ts';
import {
  colourByValue,
  drawThresholds,
  fadingArea,
  fillThresholds,
  type DrawnThresholds,
} from './threshold-look.ts';
import { shownPlace, stackBands } from './stacked-lines.ts';
import type { PlottedLine, TimelineData } from './timeline-lines.ts';
import type { PlottedMarks } from './timeline-marks.ts';

export interface TimelinePlotOptions
  extends PlotSize, Pick<PlotOptions, 'timeZone' | 'paper' | 'onDrawn' | 'onCursor' | 'onZoom'> {
  readonly lines: readonly PlottedLine[];
  readonly marks: PlottedMarks;
  readonly left: Axis;
  readonly right: Axis;
  readonly thresholds: Thresholds;
  readonly thresholdLook: ThresholdLook;
  /** Formats of the ticks of an axis. */
  readonly formatLeft: (ticks: readonly number[]) => ColumnFormat;
  readonly formatRight: (ticks: readonly number[]) => ColumnFormat;
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
  /** Cursors of plots with the same key move together. */
  readonly syncKey: string;
  /** How much larger than on a page it is drawn: a wall zooms its dashlets, and a canvas that is zoomed would be soft. */
  readonly scale: number;
  /** CSS pixels above the lines that stay free. */
  readonly above: number;
  /** CSS pixels between the plot and the labels below it that stay free. */
  readonly below: number;
  /** A point of a line was clicked. */
  readonly onPoint?: ((point: { readonly line: string; readonly index: number }) => void) | undefined;
}

interface TimelinePlot {
  setData(data: TimelineData): void;
  setMarks(marks: PlottedMarks): void;
  setSize(size: PlotSize): void;
  destroy(): void;
}

const TIME_SPACE_PX = 64;
const SILENCE_PX = 5;

/** Colours of the levels of thresholds. */
const levelColours = ({ token }: PlotLook): DrawnThresholds['colours'] => ({
  good: token('ok'),
  notice: token('accent'),
  warning: token('major'),
  critical: token('critical'),
});

/** A logarithmic axis has ticks without a label: uPlot gives them as null. */
const labelled =
  (format: TimelinePlotOptions['formatLeft']) =>
  (ticks: readonly (number | null)[]): string[] => {
    const formatTick = format(ticks.filter((tick) => tick !== null));
    return ticks.map((tick) => (tick === null ? '' : formatTick(tick)));
  };

/** The axis of the thresholds: the left one, unless every line is on the right. */
const mainSide = (lines: TimelinePlotOptions['lines']): 'left' | 'right' =>
  lines.length > 0 && lines.every(({ side }) => side === 'right') ? 'right' : 'left';

function axesOf(
  { lines, left: leftAxis, right: rightAxis, below, scale, ...formats }: TimelinePlotOptions,
  { font, timeAxis, valueAxis }: PlotLook,
): uPlot.Axis[] {
  const { formatLeft, formatRight, formatTick } = formats;
  const titled = ({ title }: Axis): Partial<uPlot.Axis> =>
    title === '' ? {} : { label: title, labelFont: font, labelSize: 18 * scale, labelGap: 2 * scale };
  const left: uPlot.Axis = { ...valueAxis(labelled(formatLeft)), ...titled(leftAxis), scale: 'left' };
  const right: uPlot.Axis = {
    ...valueAxis(labelled(formatRight)),
    ...titled(rightAxis),
    scale: 'right',
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a const enum of a declaration file has no value at run time
    side: 1,
    ...(mainSide(lines) === 'left' && { grid: { show: false } }),
  };
  return [
    timeAxis(formatTick, { spacePx: TIME_SPACE_PX, belowPx: below }),
    ...(mainSide(lines) === 'left' ? [left] : []),
    ...(lines.some(({ side }) => side === 'right') ? [right] : []),
  ];
}

function scaleOf(axis: Axis): uPlot.Scale {
  return {
    ...(axis.scale === 'logarithmic' && {
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a const enum of a declaration file has no value at run time
      distr: 3,
    }),
    range: (_, low, high) => [...axisRange(axis, low, high)],
  };
}

const { bars } = uPlot.paths;

const drawnIn = (plot: uPlot, series: number): JoinedValues => (plot.data[series] ?? []) as JoinedValues;

/** Lines with more points than pixels are thin: thicker ones hide what they show, and take three times as long to draw. */
const widthOf = (kind: PlottedLine['kind'], isDense: boolean): number => {
  if (kind === 'fill') return 0;
  if (isDense) return 1;
  return kind === 'trend' || kind === 'earlier' ? 1.25 : 1.5;
};

/** The area below a line: of a stack even, since it covers nothing. */
function fillOf(kind: PlottedLine['kind'], stroke: string): Pick<uPlot.Series, 'fill'> {
  if (kind === 'area') return { fill: (plot) => fadingArea(plot, stroke) };
  return kind === 'fill' ? { fill: `color-mix(in srgb, ${stroke} 45%, transparent)` } : {};
}

/** Bars at their steps. */
function barsOf(fill: uPlot.Series.Stroke): Pick<uPlot.Series, 'fill' | 'width' | 'paths'> {
  return bars === undefined ? {} : { fill, width: 0, paths: bars({ size: [0.7, 24] }) };
}

/** The thresholds with their scale and colours. */
const drawnThresholds = (
  { thresholds, lines }: Pick<TimelinePlotOptions, 'thresholds' | 'lines'>,
  look: PlotLook,
): DrawnThresholds => ({ thresholds, side: mainSide(lines), colours: levelColours(look) });

function seriesOf(
  { lines, width, thresholdLook, scale, ...options }: TimelinePlotOptions,
  [steps]: TimelineData,
  { strokes, look }: { readonly strokes: readonly string[]; readonly look: PlotLook },
): uPlot.Series[] {
  const judged = drawnThresholds({ ...options, lines }, look);
  const isDense = steps.length > width * devicePixelRatio;
  return [
    {},
    ...lines.map(({ label, side, kind, isShown }, index): uPlot.Series => {
      const stroke = strokes[index] ?? '';
      const isJudged = thresholdLook === 'colour' && side === judged.side && kind !== 'fill';
      const colour = isJudged ? (plot: uPlot) => colourByValue(plot, stroke, judged) : stroke;
      return {
        label,
        scale: side,
        stroke: colour,
        show: isShown,
        width: widthOf(kind, isDense) * scale,
        alpha: kind === 'earlier' ? 0.75 : 1,
        spanGaps: false,
        points: {
          show: kind !== 'trend' && kind !== 'fill',
          size: 4 * scale,
          fill: stroke,
          filter: (plot, series) => lonePlaces(drawnIn(plot, series)),
        },
        ...(kind === 'trend' && { dash: [6, 4] }),
        ...(kind === 'earlier' && { dash: [3, 3] }),
        ...fillOf(kind, stroke),
        ...(kind === 'bars' && barsOf(colour)),
      };
    }),
  ];
}

/** The drawn line that is nearest to the cursor. */
function nearestLine(plot: uPlot, lines: readonly PlottedLine[]): PlottedLine | undefined {
  const { idxs, top = -1 } = plot.cursor;
  const distances = lines.flatMap((line, index) => {
    const value = plot.data[index + 1]?.[idxs?.[index + 1] ?? -1] ?? null;
    return value === null ? [] : [{ line, distance: Math.abs(plot.valToPos(value, line.side) - top) }];
  });
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.line;
}

/** Clicks that are no selection of a period. */
function watchClicks(plot: uPlot, { lines, onPoint }: TimelinePlotOptions): void {
  if (onPoint === undefined) return;
  let pressedAt = 0;
  plot.over.classList.add('tt-time-over');
  plot.over.addEventListener('mousedown', ({ clientX }) => {
    pressedAt = clientX;
  });
  plot.over.addEventListener('click', ({ clientX }) => {
    const { idx } = plot.cursor;
    const line = nearestLine(plot, lines);
    if (Math.abs(clientX - pressedAt) >= MIN_ZOOM_PX || line === undefined) return;
    if (idx !== null && idx !== undefined) onPoint({ line: line.id, index: idx });
  });
}

/** Silences and maintenance are strips at the top of the background. */
function fillMarks(plot: uPlot, marks: PlottedMarks, { token }: PlotLook): void {
  fillPeriods(plot, marks.silences, { fill: token('unknown'), height: SILENCE_PX });
  fillPeriods(plot, marks.maintenance, { fill: token('accent'), height: SILENCE_PX });
}

const isMove = (type: string): boolean => type === 'mousemove' || type === 'mouseleave';

function cursorOf({ lines, syncKey }: TimelinePlotOptions): PlotOptions['cursor'] {
  return {
    // Between two values that are joined, that of the step of the source.
    dataIdx: (drawn, series, place) => {
      if (series === 0) return place;
      return lines[series - 1]?.kind === 'fill' ? null : shownPlace(drawnIn(drawn, series), place);
    },
    // The period that one of them selects is that of the page.
    sync: { key: syncKey, setSeries: false, filters: { sub: (type) => isMove(type) } },
  };
}

/** Draws a chart over time into a container until it is destroyed. */
export function startTimelinePlot(
  container: HTMLElement,
  data: TimelineData,
  options: TimelinePlotOptions,
): TimelinePlot {
  const { width, height, left, right, above, lines, thresholdLook, scale } = options;
  const { timeZone, paper, onDrawn, onCursor, onZoom } = options;
  const look = plotLook(container, { scale });
  const strokes = readColours(
    lines.map(({ colour }) => colour),
    container,
  );
  let { marks } = options;
  const plot = startPlot(container, data, {
    width,
    height,
    timeZone,
    paper,
    onDrawn,
    onCursor,
    onZoom,
    above: above * scale,
    cursor: cursorOf(options),
    scales: { x: { time: true }, left: scaleOf(left), right: scaleOf(right) },
    axes: axesOf(options, look),
    series: seriesOf(options, data, { strokes, look }),
    bands: stackBands(lines).map(([upper, lower]) => ({ series: [upper + 1, lower + 1] })),
    onReady: (drawn) => watchClicks(drawn, options),
    drawBehind(drawn) {
      if (thresholdLook === 'area') fillThresholds(drawn, drawnThresholds(options, look));
      fillMarks(drawn, marks, look);
    },
    drawOver(drawn) {
      drawThresholds(drawn, drawnThresholds(options, look));
      drawTimes(drawn, marks.definitions, { stroke: look.token('text-2'), dash: [2, 2] });
    },
  });
  return {
    setData: (next) => plot.setData(plotData(next)),
    setMarks(next) {
      if (next === marks) return;
      marks = next;
      plot.redraw(false);
    },
    setSize: (size) => plot.setSize(size),
    destroy: () => plot.destroy(),
  };
}
