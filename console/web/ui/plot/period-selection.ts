import type uPlot from 'uplot';
import { now } from '#web/lib/clock.ts';
import { zoomedIn, zoomedOut, type PlotPeriod } from './zoomed-period.ts';
import './period-selection.css';

/** A shorter drag is a click. */
export const MIN_ZOOM_PX = 8;
/** The wheel stops before values are requested. */
const SETTLE_MS = 250;

/** The times between the edges of a plot. */
function periodOf({ scales: { x } }: uPlot): PlotPeriod | undefined {
  const { min, max } = x ?? {};
  return typeof min === 'number' && typeof max === 'number' ? { from: min, to: max } : undefined;
}

const clearSelection = (plot: uPlot): void => plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);

/** Ends a drag without a selection: uPlot knows only the release of the button. */
function cancelOnEscape(plot: uPlot): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || plot.select.width === 0) return;
    // It does not close what the plot is in as well.
    event.stopPropagation();
    event.preventDefault();
    clearSelection(plot);
    document.dispatchEvent(new MouseEvent('mouseup'));
  };
  addEventListener('keydown', onKey, true);
  return () => removeEventListener('keydown', onKey, true);
}

/** Ctrl or ⌘ with the wheel zooms about the pointer; without them the page scrolls. */
function zoomByWheel(plot: uPlot, onZoom: (period: PlotPeriod) => void): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  plot.over.addEventListener(
    'wheel',
    (event) => {
      const period = periodOf(plot);
      if (period === undefined || !(event.ctrlKey || event.metaKey) || event.deltaY === 0) return;
      event.preventDefault();
      const at = plot.posToVal(event.offsetX, 'x');
      const zoomed =
        event.deltaY < 0 ? zoomedIn(period, at) : zoomedOut(period, { at, by: 1.25, end: now() / 1_000 });
      plot.setScale('x', { min: zoomed.from, max: zoomed.to });
      clearTimeout(settling);
      settling = setTimeout(
        () => onZoom({ from: Math.floor(zoomed.from), to: Math.ceil(zoomed.to) }),
        SETTLE_MS,
      );
    },
    { passive: false },
  );
  return () => clearTimeout(settling);
}

/**
 * A plot over time in which a period is selected: dragging selects it, Escape cancels the drag, a double click shows twice the time, and Ctrl
 * with the wheel zooms about the pointer. Times are seconds since 1970.
 */
export function periodSelection(onZoom: ((period: PlotPeriod) => void) | undefined): uPlot.Plugin {
  if (onZoom === undefined) return { hooks: {} };
  const ends: (() => void)[] = [];
  return {
    hooks: {
      ready: (plot) => {
        ends.push(cancelOnEscape(plot), zoomByWheel(plot, onZoom));
        plot.over.addEventListener('dblclick', () => {
          const period = periodOf(plot);
          if (period === undefined) return;
          const { from, to } = zoomedOut(period, { by: 2, end: now() / 1_000 });
          onZoom({ from: Math.floor(from), to: Math.ceil(to) });
        });
      },
      setSelect: (plot) => {
        const { left, width } = plot.select;
        if (width < MIN_ZOOM_PX) return;
        const from = Math.floor(plot.posToVal(left, 'x'));
        const to = Math.ceil(plot.posToVal(left + width, 'x'));
        clearSelection(plot);
        onZoom({ from, to });
      },
      destroy: () => {
        for (const end of ends) end();
      },
    },
  };
}
