import { useLayoutEffect, useRef, useState } from 'react';
import './middle-ellipsis.css';

const TAIL_LENGTH = 9;

const isCut = (place: HTMLElement): boolean => {
  const whole = place.lastElementChild;
  return whole !== null && whole.scrollWidth > place.clientWidth;
};

function Shortened({ text }: { readonly text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const measured = place.current;
    if (measured === null) return undefined;
    const observer = new ResizeObserver(() => setCut(isCut(measured)));
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={place} className="tt-middle" title={text}>
      {cut && <span className="tt-middle-tail" data-tail={text.slice(-TAIL_LENGTH)} aria-hidden="true" />}
      <span className="tt-ellipsis">{text}</span>
    </span>
  );
}

/**
 * Shortens in the middle: interface names differ at their end. The document holds the name whole and once, so that copying it
 * yields the name; what shows of its end is drawn by the style sheet.
 */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  // Another text is measured again.
  return <Shortened key={text} text={text} />;
}
