import type uPlot from 'uplot';
import type { PlotPeriod } from './zoomed-period.ts';

/** Fills periods behind the lines of a plot, seconds since 1970. `height`: pixels from the top; default: all of it. */
export function fillPeriods(
  plot: uPlot,
  periods: readonly PlotPeriod[],
  { fill, height }: { readonly fill: string; readonly height?: number },
): void {
  const { ctx, bbox } = plot;
  const end = bbox.left + bbox.width;
  ctx.save();
  ctx.fillStyle = fill;
  for (const { from, to } of periods) {
    const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
    const right = Math.min(end, plot.valToPos(to, 'x', true));
    const tall = height === undefined ? bbox.height : height * devicePixelRatio;
    if (left <= end) ctx.fillRect(left, bbox.top, Math.max(1, right - left), tall);
  }
  ctx.restore();
}

/** Vertical lines at times, seconds since 1970; `dash` in pixels. */
export function drawTimes(
  plot: uPlot,
  times: readonly number[],
  { stroke, dash = [] }: { readonly stroke: string; readonly dash?: readonly number[] },
): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
  for (const at of times) {
    const x = plot.valToPos(at, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
