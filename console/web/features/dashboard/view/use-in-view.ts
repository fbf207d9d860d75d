import { useEffect, type RefObject } from 'react';
import type { DashletView } from '../data/shown-data.ts';

/** Pixels around the window within which data is requested before it is seen. */
const MARGIN = '200px';

interface Watched {
  isNear: boolean;
  isSeen: boolean;
  readonly onChange: (view: DashletView) => void;
}

const watched = new Map<Element, Watched>();

const viewOf = ({ isNear, isSeen }: Watched): DashletView => (isSeen ? 'seen' : isNear ? 'near' : 'away');

/** One observer for all elements: it reports them together, so that their data is requested in one call. */
function observerOf(part: 'isNear' | 'isSeen', options: IntersectionObserverInit): IntersectionObserver {
  return new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const element = watched.get(target);
      if (element === undefined || element[part] === isIntersecting) continue;
      element[part] = isIntersecting;
      element.onChange(viewOf(element));
    }
  }, options);
}

let observers: readonly IntersectionObserver[] | undefined;

/** `scrollMargin` for pages that scroll within the window; an older browser requests data once the element is seen. */
const openObservers = (): readonly IntersectionObserver[] => [
  observerOf('isSeen', {}),
  observerOf('isNear', { rootMargin: MARGIN, scrollMargin: MARGIN }),
];

/** Reports where an element is whenever that changes; at first it is away. */
export function useInView(
  element: RefObject<HTMLElement | null>,
  onChange: (view: DashletView) => void,
): void {
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    observers ??= openObservers();
    watched.set(current, { isNear: false, isSeen: false, onChange });
    for (const observer of observers) observer.observe(current);
    return () => {
      for (const observer of observers ?? []) observer.unobserve(current);
      watched.delete(current);
      onChange('away');
    };
  }, [element, onChange]);
}
