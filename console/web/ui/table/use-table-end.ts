import { useEffect } from 'react';

/** So many rows before the last one more are asked for: they are there before they are reached. */
const aheadRows = 40;

interface End {
  /** Index of the last row drawn, and how many there are. */
  readonly last: number;
  readonly count: number;
  readonly onEnd: (() => void) | undefined;
}

/** Tells when the end of a table comes into sight. */
export function useTableEnd({ last, count, onEnd }: End): void {
  useEffect(() => {
    if (last >= count - aheadRows) onEnd?.();
  }, [last, count, onEnd]);
}
