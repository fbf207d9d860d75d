import type uPlot from 'uplot';
import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';

type Level = Thresholds[number]['level'];

export interface DrawnThresholds {
  readonly thresholds: Thresholds;
  /** The scale of their values. */
  readonly side: 'left' | 'right';
  readonly colours: Readonly<Record<Level, string>>;
}

/** Of an area behind the lines. */
const AREA_SHARE = 0.13;

/** Opaque share of a colour. */
const softened = (colour: string, share: number): string =>
  `color-mix(in srgb, ${colour} ${String(Math.round(share * 100))}%, transparent)`;

/** Dashed lines at the thresholds, in the colours of their levels. */
export function drawThresholds(plot: uPlot, { thresholds, side, colours }: DrawnThresholds): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { from, level } of thresholds) {
    const y = plot.valToPos(from, side, true);
    if (!(y >= bbox.top && y <= bbox.top + bbox.height)) continue;
    ctx.strokeStyle = colours[level];
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/** Areas of the levels behind the lines, each up to the next threshold. */
export function fillThresholds(plot: uPlot, { thresholds, side, colours }: DrawnThresholds): void {
  const { ctx, bbox } = plot;
  const bottom = bbox.top + bbox.height;
  const within = (y: number): number => Math.min(Math.max(y, bbox.top), bottom);
  const heightOf = (value: number | undefined): number =>
    value === undefined ? bbox.top : within(plot.valToPos(value, side, true));
  ctx.save();
  for (const [index, { from, level }] of thresholds.entries()) {
    const [low, high] = [heightOf(from), heightOf(thresholds[index + 1]?.from)];
    ctx.fillStyle = softened(colours[level], AREA_SHARE);
    if (low > high) ctx.fillRect(bbox.left, high, bbox.width, low - high);
  }
  ctx.restore();
}

/** The colour of a line that has at each height that of the level there, and its own below the first threshold. */
export function colourByValue(
  plot: uPlot,
  own: string,
  { thresholds, side, colours }: DrawnThresholds,
): CanvasGradient | string {
  const { ctx, bbox } = plot;
  // Nothing has a place before the first layout.
  if (!(bbox.height > 0) || thresholds.length === 0) return own;
  const gradient = ctx.createLinearGradient(0, bbox.top + bbox.height, 0, bbox.top);
  let last = own;
  gradient.addColorStop(0, last);
  for (const { from, level } of thresholds) {
    const y = plot.valToPos(from, side, true);
    const place = Math.min(Math.max((bbox.top + bbox.height - y) / bbox.height, 0), 1);
    if (Number.isNaN(place)) continue;
    gradient.addColorStop(place, last);
    last = colours[level];
    gradient.addColorStop(place, last);
  }
  gradient.addColorStop(1, last);
  return gradient;
}

/** The area below a line, which fades towards the bottom of the plot. */
export function fadingArea({ ctx, bbox }: uPlot, colour: string): CanvasGradient | string {
  if (!(bbox.height > 0)) return softened(colour, 0.2);
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, softened(colour, 0.42));
  gradient.addColorStop(1, softened(colour, 0.04));
  return gradient;
}
