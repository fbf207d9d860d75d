import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlotSize } from './start-plot.ts';

interface SizedPlot {
  setSize(size: PlotSize): void;
  destroy(): void;
}

interface Draw<Plot extends SizedPlot> {
  /** Starts a plot. `zoom`: how much larger than on a page it is drawn. */
  readonly start: (container: HTMLElement, size: PlotSize, zoom: number) => Plot;
  /** Another one than the last draws the plot again. */
  readonly shape: unknown;
}

/** In whole CSS pixels. */
function sizeIn(entries: readonly ResizeObserverEntry[]): PlotSize {
  const { width = 0, height = 0 } = entries.at(-1)?.contentRect ?? {};
  return { width: Math.round(width), height: Math.round(height) };
}

/**
 * How much larger than on a page a chart is shown, as on a wall. A canvas that is zoomed would be soft: it is as large as it is shown, and what is
 * drawn on it is larger.
 */
function zoomAgainst(container: HTMLElement): number {
  const zoom = container.parentElement?.currentCSSZoom ?? 1;
  container.style.zoom = zoom === 1 ? '' : String(1 / zoom);
  return zoom;
}

/** A plot in the element of `container`, at its size, until the component is unmounted or its shape is another one. */
export function usePlot<Plot extends SizedPlot>({ start, shape }: Draw<Plot>) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const draw = useEffectEvent(start);
  useEffect(() => {
    if (container.current === null || shape === undefined) return undefined;
    const place = container.current;
    let zoom = zoomAgainst(place);
    const end = (): void => {
      plot.current?.destroy();
      plot.current = undefined;
    };
    // Drawn with its size: to read it here would lay out the page for each chart.
    const observer = new ResizeObserver((entries) => {
      const size = sizeIn(entries);
      const shown = zoomAgainst(place);
      if (shown !== zoom) {
        end();
        zoom = shown;
      }
      if (plot.current === undefined) plot.current = draw(place, size, zoom);
      else plot.current.setSize(size);
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      end();
    };
  }, [shape]);
  return { container, plot };
}
