/** Colours of lines, bars and slices (`--tt-series-1` …): distinguishable with the common colour-vision deficiencies. */
export const SERIES_COLOURS = 8;

/** The custom property of the colour of a line. */
export const colourOf = (index: number, isOthers = false): string =>
  isOthers ? '--tt-series-others' : `--tt-series-${String((index % SERIES_COLOURS) + 1)}`;

/** The values of custom properties: a canvas knows none. */
export function readColours(names: readonly string[]): readonly string[] {
  const style = getComputedStyle(document.documentElement);
  return names.map((name) => style.getPropertyValue(name).trim());
}
