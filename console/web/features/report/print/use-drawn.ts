import { useEffect, useState, type RefObject } from 'react';

/** What is still being read or drawn: a panel that loads, an image, a dashlet whose code has not arrived. */
const UNDRAWN = '[aria-busy="true"], [data-waiting], .tt-dashlet-box:empty';

const isDrawn = (root: HTMLElement): boolean =>
  root.querySelector(UNDRAWN) === null &&
  [...root.querySelectorAll('img')].every(({ complete }) => complete) &&
  document.fonts.status === 'loaded';

/** Frames without anything that is still being drawn: charts draw in the frame after their values. */
const FRAMES = 3;

/** Whether everything within an element is drawn; it stays so. `mayBe`: not before. */
export function useDrawn(root: RefObject<HTMLElement | null>, mayBe: boolean): boolean {
  const [isDrawnOnce, setIsDrawnOnce] = useState(false);
  useEffect(() => {
    if (!mayBe || isDrawnOnce) return undefined;
    let [frame, calm] = [0, 0];
    const look = (): void => {
      calm = root.current !== null && isDrawn(root.current) ? calm + 1 : 0;
      if (calm >= FRAMES) setIsDrawnOnce(true);
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [root, mayBe, isDrawnOnce]);
  return isDrawnOnce;
}
