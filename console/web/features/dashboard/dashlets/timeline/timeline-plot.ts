import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Axis, ThresholdLook, Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import type { ColumnFormat } from '#schemas/unit/column-format.ts';
import { lonePlaces, type JoinedValues } from '#web/kernel/kpi/source-step.ts';
import { drawTimes, fillPeriods } from '#web/kernel/kpi/plot-marks.ts';
import { dateOf } from '#web/lib/clock.ts';
import { MIN_ZOOM_PX, periodSelection } from '#web/ui/plot/period-selection.ts';
import { sharpCanvas } from '#web/ui/plot/sharp-canvas.ts';
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
import { readColours } from '../shared/colours.ts';

export interface TimelinePlotOptions {
  readonly width: number;
  readonly height: number;
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
  readonly timeZone: string;
  /** Cursors of plots with the same key move together. */
  readonly syncKey: string;
  /** What the chart shows, in words, where it is drawn on paper: points lie where they are, between the pixels of a screen. */
  readonly paper?: string | undefined;
  /** How much larger than on a page it is drawn: a wall zooms its dashlets, and a canvas that is zoomed would be soft. */
  readonly scale: number;
  /** CSS pixels above the lines that stay free. */
  readonly above: number;
  /** CSS pixels between the plot and the labels below it that stay free. */
  readonly below: number;
  /** The plot was drawn, at this distance from the edges of the chart, in CSS pixels: next to it are the labels of the axes. */
  readonly onDrawn: (area: {
    readonly left: number;
    readonly right: number;
    readonly bottom: number;
  }) => void;
  readonly onCursor: (index: number | undefined) => void;
  /** A point of a line was clicked. */
  readonly onPoint?: ((point: { readonly line: string; readonly index: number }) => void) | undefined;
  readonly onZoom?: ((period: { readonly from: number; readonly to: number }) => void) | undefined;
}

export interface TimelinePlot {
  setData(data: TimelineData): void;
  setMarks(marks: PlottedMarks): void;
  setSize(size: { readonly width: number; readonly height: number }): void;
  destroy(): void;
}

const FONT_PX = 11;
const PX_PER_CHARACTER = 6.2;

const SILENCE_PX = 5;

/** Of the labels of times, and the gap above them. */
const TIMES_PX = 24;
const GAP_PX = 5;

/** Tokens as colours where the plot is: a canvas knows no custom properties. */
function pageColours(at: Element, scale: number) {
  const token = (name: string): string => readColours([`--tt-${name}`], at)[0] ?? '';
  return {
    grid: token('line'),
    text: token('text-3'),
    font: `${String(FONT_PX * scale)}px ${token('font')}`,
    levels: {
      good: token('ok'),
      notice: token('accent'),
      warning: token('major'),
      critical: token('critical'),
    },
    silenced: token('unknown'),
    changed: token('text-2'),
  };
}
type PageColours = ReturnType<typeof pageColours>;

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
  { text, font, grid }: PageColours,
): uPlot.Axis[] {
  const { formatLeft, formatRight, formatTick } = formats;
  const titled = ({ title }: Axis): Partial<uPlot.Axis> =>
    title === '' ? {} : { label: title, labelFont: font, labelSize: 18 * scale, labelGap: 2 * scale };
  const look = {
    stroke: text,
    font,
    grid: { stroke: grid, width: scale },
    gap: GAP_PX * scale,
    ticks: { show: false },
  };
  const size = (_: uPlot, labels: string[] | null): number =>
    (Math.max(0, ...(labels ?? []).map(({ length }) => length)) * PX_PER_CHARACTER + 12) * scale;
  const left: uPlot.Axis = {
    ...look,
    ...titled(leftAxis),
    scale: 'left',
    space: 32 * scale,
    size,
    values: (_, splits) => labelled(formatLeft)(splits),
  };
  const right: uPlot.Axis = {
    ...look,
    ...titled(rightAxis),
    scale: 'right',
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a const enum of a declaration file has no value at run time
    side: 1,
    space: 32 * scale,
    size,
    ...(mainSide(lines) === 'left' && { grid: { show: false } }),
    values: (_, splits) => labelled(formatRight)(splits),
  };
  return [
    {
      ...look,
      space: 64 * scale,
      size: (TIMES_PX + below) * scale,
      gap: (GAP_PX + below) * scale,
      values: (_, splits) => splits.map(formatTick),
    },
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
  { levels }: PageColours,
): DrawnThresholds => ({ thresholds, side: mainSide(lines), colours: levels });

function seriesOf(
  { lines, width, thresholdLook, scale, ...options }: TimelinePlotOptions,
  [steps]: TimelineData,
  at: Element,
): uPlot.Series[] {
  const judged = drawnThresholds({ ...options, lines }, pageColours(at, scale));
  const isDense = steps.length > width * devicePixelRatio;
  const colours = readColours(
    lines.map(({ colour }) => colour),
    at,
  );
  return [
    {},
    ...lines.map(({ label, side, kind, isShown }, index): uPlot.Series => {
      const stroke = colours[index] ?? '';
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
function fillMarks(plot: uPlot, marks: PlottedMarks, { silenced, levels }: PageColours): void {
  fillPeriods(plot, marks.silences, { fill: silenced, height: SILENCE_PX });
  fillPeriods(plot, marks.maintenance, { fill: levels.notice, height: SILENCE_PX });
}

/** Where the plot is between the labels of its axes. */
function areaOf({ bbox, width, height }: uPlot): Parameters<TimelinePlotOptions['onDrawn']>[0] {
  const [left, bottom] = [bbox.left / devicePixelRatio, (bbox.top + bbox.height) / devicePixelRatio];
  return { left, right: width - left - bbox.width / devicePixelRatio, bottom: height - bottom };
}

/**
 * Draws a plot again while Chromium prepares to print: what is drawn then, on a canvas that was cleared, is printed as lines and letters, anything
 * else as a picture (`HTMLCanvasElement::Paint`). Returns what ends it.
 */
function redrawForPrint(plot: uPlot): () => void {
  const redraw = (): void => plot.redraw(false);
  addEventListener('beforeprint', redraw);
  return () => removeEventListener('beforeprint', redraw);
}

/** Names the canvas itself: the text of a figure in a PDF is that of the element that is drawn. */
function nameCanvas({ ctx: { canvas } }: uPlot, label: string): void {
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
}

const isMove = (type: string): boolean => type === 'mousemove' || type === 'mouseleave';

function cursorOf({ lines, syncKey, onZoom }: TimelinePlotOptions): uPlot.Cursor {
  return {
    y: false,
    // Between two values that are joined, that of the step of the source.
    dataIdx: (drawn, series, place) => {
      if (series === 0) return place;
      return lines[series - 1]?.kind === 'fill' ? null : shownPlace(drawnIn(drawn, series), place);
    },
    drag: { x: onZoom !== undefined, y: false, setScale: false, dist: MIN_ZOOM_PX },
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
  const { width, height, left, right, onCursor, onZoom, timeZone } = options;
  const { above, onDrawn, lines, paper, thresholdLook, scale } = options;
  const colours = pageColours(container, scale);
  let { marks } = options;
  const plot = new uPlot(
    {
      width,
      height,
      legend: { show: false },
      ...(paper !== undefined && { pxAlign: 0 }),
      // Null: as its axes need it.
      padding: [above === 0 ? null : above * scale, null, null, null],
      tzDate: (at) => uPlot.tzDate(dateOf(at * 1_000), timeZone),
      cursor: cursorOf(options),
      scales: { x: { time: true }, left: scaleOf(left), right: scaleOf(right) },
      axes: axesOf(options, colours),
      series: seriesOf(options, data, container),
      bands: stackBands(lines).map(([upper, lower]) => ({ series: [upper + 1, lower + 1] })),
      plugins: [periodSelection(onZoom)],
      hooks: {
        ready: [(drawn) => watchClicks(drawn, options)],
        setSize: [sharpCanvas],
        drawClear: [
          (drawn) => {
            if (thresholdLook === 'area') fillThresholds(drawn, drawnThresholds(options, colours));
            fillMarks(drawn, marks, colours);
          },
        ],
        draw: [
          (drawn) => drawThresholds(drawn, drawnThresholds(options, colours)),
          (drawn) => onDrawn(areaOf(drawn)),
          (drawn) => drawTimes(drawn, marks.definitions, { stroke: colours.changed, dash: [2, 2] }),
        ],
        setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)],
      },
    },
    data as unknown as uPlot.AlignedData,
    container,
  );
  const endPrint = redrawForPrint(plot);
  if (paper !== undefined) nameCanvas(plot, paper);
  return {
    setData: (next) => plot.setData(next as unknown as uPlot.AlignedData),
    setMarks(next) {
      if (next === marks) return;
      marks = next;
      plot.redraw(false);
    },
    setSize: (size) => plot.setSize(size),
    destroy() {
      endPrint();
      plot.destroy();
    },
  };
}
