import { useEffect, useEffectEvent, useRef } from 'react';
import { useInnerWidth } from '#web/ui/layout/use-inner-width.ts';
import { startKpiPlot, type KpiPlot, type KpiPlotOptions } from './kpi-plot.ts';

interface Props extends Omit<KpiPlotOptions, 'width' | 'height' | 'onDrawn'> {
  /** The graph in words. */
  readonly label: string;
  /** The point to show, chosen by pointer or keyboard. */
  readonly index: number | undefined;
}

type Drawn = Pick<KpiPlotOptions, 'width' | 'points' | 'thresholds' | 'marks'>;

/** Height of the graph in CSS pixels, also reserved while it loads. */
const HEIGHT = 176;

/**
 * The graph on its canvas. Loaded with its library, once details are opened. Theme and language are drawn: the parent gives another
 * key for another one.
 */
export function KpiPlotView({ label, index, ...options }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<KpiPlot>(undefined);
  const width = useInnerWidth(container);
  const { points, thresholds, marks } = options;
  const moved = useEffectEvent((next: number | undefined) => options.onCursor(next));
  const start = useEffectEvent((place: HTMLElement, drawn: Drawn) =>
    startKpiPlot(place, {
      ...options,
      ...drawn,
      height: HEIGHT,
      onCursor: (next) => moved(next),
      // For the lane below it.
      onDrawn(area) {
        for (const side of ['left', 'right'] as const)
          place.parentElement?.parentElement?.style.setProperty(
            `--tt-plot-${side}`,
            `${String(area[side])}px`,
          );
      },
    }),
  );
  useEffect(() => {
    if (container.current === null || width === undefined || width === 0) return undefined;
    const started = start(container.current, { width, points, thresholds, marks });
    plot.current = started;
    return () => {
      plot.current = undefined;
      started.destroy();
    };
  }, [width, points, thresholds, marks]);
  useEffect(() => plot.current?.show(index), [index]);
  return <div ref={container} className="tt-kpi-plot" role="img" aria-label={label} />;
}
