import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { RealtimeReading } from '#schemas/realtime/realtime.ts';

/** How much of the past the chart shows, seconds. */
export const SHOWN_SECONDS = 120;

/** Times in seconds since 1970, then the values of each KPI. */
export type RealtimeData = readonly [readonly number[], ...(readonly (number | null)[])[]];

/** The newest readings as columns; a reading without a response is a gap. */
export function realtimeData(readings: readonly RealtimeReading[], kpis: readonly string[]): RealtimeData {
  const from = (readings.at(-1)?.at ?? 0) - SHOWN_SECONDS * 1_000;
  const shown = readings.filter(({ at }) => at >= from);
  return [
    shown.map(({ at }) => at / 1_000),
    ...kpis.map((kpi) => shown.map(({ values }) => values[kpi] ?? null)),
  ];
}

interface Options {
  readonly width: number;
  readonly height: number;
  readonly lines: number;
  /** Labels of the ticks of the values. */
  readonly formatTicks: (ticks: readonly number[]) => string[];
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
  /** The pointer is at a reading, or at none. */
  readonly onCursor: (index: number | undefined) => void;
}

export interface RealtimePlot {
  setData(data: RealtimeData): void;
  setSize(size: { readonly width: number; readonly height: number }): void;
  destroy(): void;
}

const FONT_PX = 11;
const PX_PER_CHARACTER = 6.2;

/** Draws into a container until it is destroyed; the newest reading is at the right edge. */
export function startRealtimePlot(
  container: HTMLElement,
  data: RealtimeData,
  { width, height, lines, formatTicks, formatTick, onCursor }: Options,
): RealtimePlot {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--tt-${name}`).trim();
  const look = {
    stroke: token('text-3'),
    font: `${String(FONT_PX)}px ${token('font')}`,
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  };
  const size = (_: uPlot, labels: string[] | null): number =>
    Math.max(0, ...(labels ?? []).map(({ length }) => length)) * PX_PER_CHARACTER + 12;
  const plot = new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { range: (_, low, high) => [Math.min(low, high - SHOWN_SECONDS), high] },
        y: { range: (_, _low, high) => [0, high > 0 ? high * 1.1 : 1] },
      },
      axes: [
        { ...look, space: 70, size: 24, values: (_, splits) => splits.map(formatTick) },
        { ...look, space: 32, size, values: (_, splits) => formatTicks(splits) },
      ],
      series: [
        {},
        ...Array.from({ length: lines }, (_, index): uPlot.Series => {
          const stroke = token(`series-${String(index + 1)}`);
          return { stroke, width: 1.75, spanGaps: false, points: { show: true, size: 4, fill: stroke } };
        }),
      ],
      hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)] },
    },
    data as unknown as uPlot.AlignedData,
    container,
  );
  return {
    setData: (next) => plot.setData(next as unknown as uPlot.AlignedData),
    setSize: (next) => plot.setSize(next),
    destroy: () => plot.destroy(),
  };
}
