/** Colours of lines, bars and slices (`--tt-series-1` …): distinguishable with the common colour-vision deficiencies. */
export const SERIES_COLOURS = 8;

/** The custom property of the colour of a line. */
export const colourOf = (index: number, isOthers = false): string =>
  isOthers ? '--tt-series-others' : `--tt-series-${String((index % SERIES_COLOURS) + 1)}`;

/** The custom property of the colour of text on it. */
export const inkOf = (index: number, isOthers = false): string =>
  colourOf(index, isOthers).replace('--tt-', '--tt-on-');
