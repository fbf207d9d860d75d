import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dateOf } from '#web/lib/clock.ts';
import { MIN_ZOOM_PX, periodSelection } from './period-selection.ts';
import type { PlotPeriod } from './zoomed-period.ts';

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Times in seconds since 1970, then the values of each line. Null: a gap; undefined: the line continues. */
type PlotData = readonly [readonly number[], ...(readonly (number | null | undefined)[])[]];

/** Distance of a plot from the edges of its chart, in CSS pixels: next to it are the labels of its axes. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlotOptions
  extends
    PlotSize,
    Required<Pick<uPlot.Options, 'axes' | 'scales' | 'series'>>,
    Pick<uPlot.Options, 'bands'> {
  /** Of the first tick of a day; default: the zone of the browser. */
  readonly timeZone?: string | undefined;
  /** CSS pixels above the lines that stay free. */
  readonly above?: number;
  /** What the chart shows, in words, where it is drawn on paper: points lie where they are, between the pixels of a screen. */
  readonly paper?: string | undefined;
  readonly cursor?: Pick<uPlot.Cursor, 'dataIdx' | 'sync'> | undefined;
  /** The pointer is at a step, or at none. */
  readonly onCursor: (index: number | undefined) => void;
  /** A period was selected; absent: none can be. */
  readonly onZoom?: ((period: PlotPeriod) => void) | undefined;
  readonly onReady?: (plot: uPlot) => void;
  /** Draws behind the lines. */
  readonly drawBehind?: (plot: uPlot) => void;
  /** Draws over the lines. */
  readonly drawOver?: (plot: uPlot) => void;
  readonly onDrawn?: ((area: PlotArea) => void) | undefined;
}

/** Where the plot is between the labels of its axes. */
function areaOf({ bbox, width, height }: uPlot): PlotArea {
  const [left, bottom] = [bbox.left / devicePixelRatio, (bbox.top + bbox.height) / devicePixelRatio];
  return { left, right: width - left - bbox.width / devicePixelRatio, bottom: height - bottom };
}

/** Names the canvas itself: the text of a figure in a PDF is that of the element that is drawn. */
function nameCanvas({ ctx: { canvas } }: uPlot, label: string): void {
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
}

/**
 * Draws a plot again while Chromium prepares to print: what is drawn then, on a canvas that was cleared, is printed as lines and letters, anything
 * else as a picture (`HTMLCanvasElement::Paint`).
 */
function redrawForPrint(): uPlot.Plugin {
  let redraw: (() => void) | undefined;
  return {
    hooks: {
      ready: (plot) => {
        redraw = () => plot.redraw(false);
        addEventListener('beforeprint', redraw);
      },
      destroy: () => {
        if (redraw !== undefined) removeEventListener('beforeprint', redraw);
      },
    },
  };
}

export const plotData = (data: PlotData): uPlot.AlignedData => data as unknown as uPlot.AlignedData;

/** Draws a chart over time into a container until it is destroyed. */
export function startPlot(
  container: HTMLElement,
  data: PlotData,
  {
    timeZone,
    above = 0,
    paper,
    cursor,
    onCursor,
    onZoom,
    onReady,
    drawBehind,
    drawOver,
    onDrawn,
    ...drawn
  }: PlotOptions,
): uPlot {
  const plot = new uPlot(
    {
      ...drawn,
      legend: { show: false },
      ...(paper !== undefined && { pxAlign: 0 }),
      // Null: as its axes need it.
      padding: [above === 0 ? null : above, null, null, null],
      ...(timeZone !== undefined && { tzDate: (at) => uPlot.tzDate(dateOf(at * 1_000), timeZone) }),
      cursor: {
        ...cursor,
        y: false,
        drag: { x: onZoom !== undefined, y: false, setScale: false, dist: MIN_ZOOM_PX },
      },
      plugins: [periodSelection(onZoom), redrawForPrint()],
      hooks: {
        ready: onReady === undefined ? [] : [onReady],
        drawClear: drawBehind === undefined ? [] : [drawBehind],
        draw: [(shown) => drawOver?.(shown), (shown) => onDrawn?.(areaOf(shown))],
        setCursor: [(shown) => onCursor(shown.cursor.idx ?? undefined)],
      },
    },
    plotData(data),
    container,
  );
  if (paper !== undefined) nameCanvas(plot, paper);
  return plot;
}
