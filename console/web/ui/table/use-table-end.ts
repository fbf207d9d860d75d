import { useEffect } from 'react';

/** Rows before the last one at which more are requested, so that they arrive in time. */
const aheadRows = 40;

interface End {
  /** Index of the last drawn row, and the number of rows. */
  readonly last: number;
  readonly count: number;
  readonly onEnd: (() => void) | undefined;
}

/** Calls `onEnd` when the end of a table comes into sight. */
export function useTableEnd({ last, count, onEnd }: End): void {
  useEffect(() => {
    if (last >= count - aheadRows) onEnd?.();
  }, [last, count, onEnd]);
}
