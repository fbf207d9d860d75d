import { useEffect, useEffectEvent, useState } from 'react';
import type { TourBox } from './tour-steps.ts';

/** The box of a control: the dialog around it where it is in one, since the whole dialog is what the user fills. */
function boxOf(selector: string): TourBox | undefined {
  // An open menu or picker is where the user is: nothing covers it.
  if (document.querySelector('[role="menu"], .tt-dashlet-picker') !== null) return undefined;
  const found = document.querySelector(selector);
  const target = found?.closest('[role="dialog"]') ?? found?.firstElementChild ?? found;
  if (found === null || target === null || target === undefined) return undefined;
  const box = (selector.startsWith('.') ? found : target).getBoundingClientRect();
  return {
    left: Math.round(box.left),
    top: Math.round(box.top),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

const isSame = (one: TourBox | undefined, other: TourBox | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The box of the control of a step, as long as it is on the page; `onChange` runs with each change of the page. */
export function useTourTarget(selector: string, onChange: () => void): TourBox | undefined {
  const [box, setBox] = useState<TourBox>();
  const look = useEffectEvent((of: string) => {
    onChange();
    const next = boxOf(of);
    setBox((last) => (isSame(last, next) ? last : next));
  });
  useEffect(() => {
    const stop = new AbortController();
    let frame = 0;
    const plan = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => look(selector));
    };
    const observer = new MutationObserver(plan);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    window.addEventListener('resize', plan, { signal: stop.signal });
    window.addEventListener('scroll', plan, { capture: true, signal: stop.signal });
    plan();
    return () => {
      stop.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [selector]);
  return box;
}
