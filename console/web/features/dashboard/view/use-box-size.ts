import { useLayoutEffect, useState, type RefObject } from 'react';

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** Size of an element in whole CSS pixels; undefined before layout. */
export function useBoxSize(box: RefObject<HTMLElement | null>): BoxSize | undefined {
  const [size, setSize] = useState<BoxSize>();
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const measure = (): void => {
      const [width, height] = [current.clientWidth, current.clientHeight];
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
