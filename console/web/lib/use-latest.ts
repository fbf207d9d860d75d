import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and calls the one of the last render: what takes it is not drawn again. Not for use while drawing. */
export function useLatest<Taken extends readonly unknown[], Returned>(
  call: (...taken: Taken) => Returned,
): (...taken: Taken) => Returned {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...taken) => latest.current(...taken), []);
}
