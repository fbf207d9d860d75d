import type uPlot from 'uplot';
import { readColours } from './read-colours.ts';

/** Text of a plot: `medium` where it is read by itself, `small` among others. CSS pixels. */
const textSizes = {
  small: { fontPx: 11, characterPx: 6.2, paddingPx: 12, timesPx: 24, valueSpacePx: 32 },
  medium: { fontPx: 12, characterPx: 6.5, paddingPx: 14, timesPx: 28, valueSpacePx: 36 },
} as const;
/** Of the labels of times, unless an axis says otherwise. */
const TIME_SPACE_PX = 70;
const GAP_PX = 5;

interface LookOptions {
  readonly text?: keyof typeof textSizes;
  /** How much larger than on a page it is drawn, as on a wall. */
  readonly scale?: number;
}

/** What the plots of the console have in common: tokens of the page as colours, text and axes. */
export interface PlotLook {
  /** The value of a token of the page: a canvas knows no custom properties. */
  readonly token: (name: string) => string;
  readonly font: string;
  readonly timeAxis: (
    formatTick: (at: number) => string,
    room?: { readonly spacePx?: number; readonly belowPx?: number },
  ) => uPlot.Axis;
  readonly valueAxis: (formatTicks: (ticks: readonly number[]) => string[]) => uPlot.Axis;
}

/** The look of a plot where an element is. */
export function plotLook(at: Element, { text = 'small', scale = 1 }: LookOptions = {}): PlotLook {
  const size = textSizes[text];
  const token = (name: string): string => readColours([`--tt-${name}`], at)[0] ?? '';
  const font = `${String(size.fontPx * scale)}px ${token('font')}`;
  const look = {
    stroke: token('text-3'),
    font,
    grid: { stroke: token('line'), width: scale },
    gap: GAP_PX * scale,
    ticks: { show: false },
  };
  return {
    token,
    font,
    timeAxis: (formatTick, { spacePx = TIME_SPACE_PX, belowPx = 0 } = {}) => ({
      ...look,
      space: spacePx * scale,
      size: (size.timesPx + belowPx) * scale,
      gap: (GAP_PX + belowPx) * scale,
      values: (_, splits) => splits.map(formatTick),
    }),
    valueAxis: (formatTicks) => ({
      ...look,
      space: size.valueSpacePx * scale,
      // No labels before the first layout.
      size: (_, labels: string[] | null) =>
        (Math.max(0, ...(labels ?? []).map(({ length }) => length)) * size.characterPx + size.paddingPx) *
        scale,
      values: (_, splits) => formatTicks(splits),
    }),
  };
}
