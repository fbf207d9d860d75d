interface Room {
  readonly width: number;
  readonly height: number;
}

/** Sizes of last values, in CSS pixels (`timeline.css`). */
interface LastLook {
  readonly isSmall: boolean;
  readonly linePx: number;
  readonly characterPx: number;
  /** Of its mark and the gaps around it. */
  readonly aroundPx: number;
}

const usual: LastLook = { isSmall: false, linePx: 20, characterPx: 7.5, aroundPx: 24 };
const small: LastLook = { isSmall: true, linePx: 16, characterPx: 6.6, aroundPx: 17 };
/** In a narrower chart they are small. */
const SMALL_PX = 170;

const MAX_LINES = 3;
/** Of the height, for the values. */
const MOST = 1 / 3;
/** How many more there are. */
const MORE = '+99';

/** Lines that texts take next to each other. */
function linesOf(texts: readonly string[], width: number, { characterPx, aroundPx }: LastLook): number {
  let lines = 1;
  let taken = 0;
  for (const { length } of texts) {
    const own = length * characterPx + aroundPx;
    if (taken > 0 && taken + own > width) {
      lines += 1;
      taken = 0;
    }
    taken += own;
  }
  return lines;
}

export interface LastValuesLayout {
  readonly shown: number;
  readonly isSmall: boolean;
  /** Of all lines of them, in CSS pixels. */
  readonly height: number;
}

/** How many last values are shown above a chart of a size, and how: they take a third of its height at most. */
export function lastValuesWithin(texts: readonly string[], { width, height }: Room): LastValuesLayout {
  const look = width < SMALL_PX ? small : usual;
  const { isSmall, linePx } = look;
  const most = Math.max(1, Math.min(MAX_LINES, Math.floor((height * MOST) / linePx)));
  const all = linesOf(texts, width, look);
  if (all <= most) return { shown: texts.length, isSmall, height: all * linePx };
  let shown = texts.length - 1;
  while (shown > 0 && linesOf([...texts.slice(0, shown), MORE], width, look) > most) shown -= 1;
  return { shown, isSmall, height: most * linePx };
}
