/** Windows to decide, by their starts in seconds: [from, until) is reported, [first, from) is only looked back at. */
export interface Period {
  readonly first: number;
  readonly from: number;
  readonly until: number;
  readonly length: number;
}

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** The most windows that a rule looks back at: what happened before them can change nothing. */
  readonly measures: number;
  /** Start of the newest window decided; it and later ones may not be stored yet and are left out. */
  readonly newest: number;
}

/** The whole windows that begin inside the period asked for. */
export function periodOf({ from, to, length, measures, newest }: Asked): Period {
  const whole = (at: number): number => Math.ceil(at / length) * length;
  const begin = whole(from);
  const until = Math.max(begin, Math.min(whole(to), newest));
  return { first: Math.max(0, begin - measures * length), from: begin, until, length };
}

/** How many windows are decided of each element. */
export const windowsOf = ({ first, until, length }: Period): number => (until - first) / length;
