import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Pixels around the window within which data is asked before it is seen. */
const MARGIN = '200px';

/** Reports whether an element is in view, or about to be. */
export function useInView(
  element: RefObject<HTMLElement | null>,
  onChange: (isInView: boolean) => void,
): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => onChange(entries.at(-1)?.isIntersecting === true),
      {
        rootMargin: MARGIN,
      },
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      onChange(false);
    };
  }, [element, onChange]);
}
