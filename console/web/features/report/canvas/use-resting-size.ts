import { useEffect, useState } from 'react';
import type { Frame } from '#schemas/report/item.ts';

type Size = Pick<Frame, 'width' | 'height'>;

/** A pointer that rests this long shows what is resized as it will be. */
const REST_MS = 300;

/** The size in which what is resized is drawn: the last one at which the pointer rested. To draw a chart takes longer than a frame has. */
export function useRestingSize({ width, height }: Size, isDragged: boolean): Size {
  const [resting, setResting] = useState<Size>({ width, height });
  useEffect(() => {
    const rest = (): void =>
      setResting((last) => (last.width === width && last.height === height ? last : { width, height }));
    const timer = setTimeout(rest, isDragged ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [width, height, isDragged]);
  return isDragged ? resting : { width, height };
}
