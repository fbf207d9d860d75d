import type uPlot from 'uplot';
import type { RealtimeReading } from '#schemas/realtime/realtime.ts';
import { plotLook } from '#web/ui/plot/plot-look.ts';
import { startPlot, type PlotOptions, type PlotSize } from '#web/ui/plot/start-plot.ts';

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

interface Options extends PlotSize, Pick<PlotOptions, 'onCursor'> {
  readonly lines: number;
  /** Labels of the ticks of the values. */
  readonly formatTicks: (ticks: readonly number[]) => string[];
  /** Label of a tick, seconds since 1970. */
  readonly formatTick: (at: number) => string;
}

/** Draws into a container until it is destroyed; the newest reading is at the right edge. */
export function startRealtimePlot(
  container: HTMLElement,
  data: RealtimeData,
  { lines, formatTicks, formatTick, ...options }: Options,
): uPlot {
  const { token, timeAxis, valueAxis } = plotLook(container);
  return startPlot(container, data, {
    ...options,
    scales: {
      x: { range: (_, low, high) => [Math.min(low, high - SHOWN_SECONDS), high] },
      y: { range: (_, _low, high) => [0, high > 0 ? high * 1.1 : 1] },
    },
    axes: [timeAxis(formatTick), valueAxis(formatTicks)],
    series: [
      {},
      ...Array.from({ length: lines }, (_, index): uPlot.Series => {
        const stroke = token(`series-${String(index + 1)}`);
        return { stroke, width: 1.75, spanGaps: false, points: { show: true, size: 4, fill: stroke } };
      }),
    ],
  });
}
