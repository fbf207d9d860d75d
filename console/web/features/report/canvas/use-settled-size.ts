import { useEffect, useState } from 'react';
import type { Frame } from '#schemas/report/item.ts';

type Size = Pick<Frame, 'width' | 'height'>;

/** A pointer that rests this long shows what is resized as it will be. */
const PAUSE_MS = 300;

/** The size in which what is resized is drawn: the last one at which the pointer rested. To draw a chart takes longer than a frame has. */
export function useSettledSize({ width, height }: Size, isDragged: boolean): Size {
  const [settled, setSettled] = useState<Size>({ width, height });
  useEffect(() => {
    const settle = (): void =>
      setSettled((last) => (last.width === width && last.height === height ? last : { width, height }));
    const timer = setTimeout(settle, isDragged ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [width, height, isDragged]);
  return isDragged ? settled : { width, height };
}
