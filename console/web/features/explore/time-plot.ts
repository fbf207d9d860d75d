import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { dateOf } from '#web/lib/clock.ts';
import { periodSelection } from '#web/ui/plot/period-selection.ts';
import type { PlottedSeries } from './plotted-lines.ts';

export interface TimePlotOptions {
  readonly width: number;
  readonly height: number;
  /** Seconds since 1970. */
  readonly steps: readonly number[];
  readonly series: readonly PlottedSeries[];
  readonly formatTicks: (ticks: readonly number[]) => string[];
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
  readonly timeZone: string;
  readonly onCursor: (step: number | undefined) => void;
  readonly onZoom: (period: { readonly from: number; readonly to: number }) => void;
}

const FONT_PX = 11;
const PX_PER_CHARACTER = 6.2;

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function seriesOf({ colour, kind }: PlottedSeries): uPlot.Series {
  const stroke = token(colour);
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
export function startTimePlot(container: HTMLElement, options: TimePlotOptions): uPlot {
  const { width, height, steps, series, formatTicks, formatTick, timeZone, onCursor, onZoom } = options;
  const look = {
    stroke: token('--tt-text-3'),
    font: `${String(FONT_PX)}px ${token('--tt-font')}`,
    grid: { stroke: token('--tt-line'), width: 1 },
    ticks: { show: false },
  };
  const size = (_: uPlot, labels: string[] | null): number =>
    Math.max(0, ...(labels ?? []).map(({ length }) => length)) * PX_PER_CHARACTER + 12;
  return new uPlot(
    {
      width,
      height,
      legend: { show: false },
      tzDate: (at) => uPlot.tzDate(dateOf(at * 1_000), timeZone),
      cursor: { y: false, drag: { x: true, y: false, setScale: false } },
      scales: { y: { range: (_, low, high) => [Math.min(0, low * 1.05), high > 0 ? high * 1.05 : 1] } },
      axes: [
        { ...look, space: 70, size: 24, values: (_, splits) => splits.map(formatTick) },
        { ...look, space: 32, size, values: (_, splits) => formatTicks(splits) },
      ],
      series: [{}, ...series.map(seriesOf)],
      plugins: [periodSelection(onZoom)],
      hooks: {
        setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)],
      },
    },
    [steps, ...series.map(({ values }) => values)] as unknown as uPlot.AlignedData,
    container,
  );
}
