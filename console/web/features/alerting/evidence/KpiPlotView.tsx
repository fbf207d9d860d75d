import { useEffect, useEffectEvent, useMemo } from 'react';
import type { PlotArea } from '#web/ui/plot/start-plot.ts';
import { usePlot } from '#web/ui/plot/use-plot.ts';
import { showPoint, startKpiPlot, type KpiPlotOptions } from './kpi-plot.ts';

interface Props extends Omit<KpiPlotOptions, 'width' | 'height' | 'onDrawn'> {
  /** The graph in words. */
  readonly label: string;
  /** The point to show, chosen by pointer or keyboard. */
  readonly index: number | undefined;
}

/** For the lane below it. */
function setArea(graph: HTMLElement | null | undefined, area: PlotArea): void {
  for (const side of ['left', 'right'] as const)
    graph?.style.setProperty(`--tt-plot-${side}`, `${String(area[side])}px`);
}

/**
 * The graph on its canvas. Loaded with its library, once details are opened. Theme and language are drawn: the parent gives another
 * key for another one.
 */
export function KpiPlotView({ label, index, ...options }: Props) {
  const { points, thresholds, marks } = options;
  const moved = useEffectEvent((next: number | undefined) => options.onCursor(next));
  const { container, plot } = usePlot({
    shape: useMemo(() => [points, thresholds, marks], [points, thresholds, marks]),
    start: (place, size) =>
      startKpiPlot(place, {
        ...options,
        ...size,
        onCursor: (next) => moved(next),
        onDrawn: (area) => setArea(place.parentElement?.parentElement, area),
      }),
  });
  const show = useEffectEvent((next: number | undefined) => {
    if (plot.current !== undefined) showPoint(plot.current, points, next);
  });
  useEffect(() => show(index), [index]);
  return <div ref={container} className="tt-kpi-plot" role="img" aria-label={label} />;
}
