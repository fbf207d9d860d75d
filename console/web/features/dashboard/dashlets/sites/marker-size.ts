import type { Size } from './paper-map.ts';

/** Diameters of markers in pixels. The area of a marker is its value: a fourth of the diameter is a sixteenth of the value. */
const LARGEST = 44;
const LARGEST_OF_SMALL_PANEL = 24;
/** Of the shorter side of its panel. */
const PART_OF_PANEL = 8;
const SMALLEST_PART = 4;

/** The size of markers of a map: that of the greatest value in view, and what smaller ones have. */
export interface MarkerSizes {
  readonly largest: number;
  /** Above 0, or undefined: no value is. */
  readonly greatest: number | undefined;
}

export function markerSizes(values: readonly (number | null)[], { width, height }: Size): MarkerSizes {
  const greatest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const fitting = Math.round(Math.min(width, height) / PART_OF_PANEL);
  return {
    largest: Math.min(LARGEST, Math.max(LARGEST_OF_SMALL_PANEL, fitting)),
    greatest: greatest > 0 ? greatest : undefined,
  };
}

/** The diameter of a marker. What has no value, or one of 0 or less, has the smallest: it can still be seen and pressed. */
export function diameterOf(value: number | null, { largest, greatest }: MarkerSizes): number {
  const smallest = largest / SMALLEST_PART;
  if (value === null || greatest === undefined || value <= 0) return smallest;
  return Math.max(smallest, largest * Math.sqrt(Math.min(1, value / greatest)));
}

export interface SizeStep {
  readonly diameter: number;
  readonly value: number;
  /** It stands for all values up to this one. */
  readonly isUpTo: boolean;
}

/** What a legend says of sizes: the largest, half of it, and the smallest. */
export function sizeSteps({ largest, greatest }: MarkerSizes): readonly SizeStep[] {
  if (greatest === undefined) return [];
  return [1, 2, SMALLEST_PART].map((part) => ({
    diameter: largest / part,
    value: greatest / part ** 2,
    isUpTo: part === SMALLEST_PART,
  }));
}
