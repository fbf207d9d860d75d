import { useLayoutEffect, useRef, useState } from 'react';
import { portNameParts } from '#schemas/text/port-name-parts.ts';
import './middle-ellipsis.css';

/** Characters of the end, and of the beginning where there is room for few; where there is less, a text is cut at its end. */
const TAIL_LENGTH = 9;
const MIN_TAIL_LENGTH = 4;
const HEAD_LENGTH = 6;

const isCut = (place: HTMLElement): boolean => {
  const content = place.lastElementChild;
  return content !== null && content.scrollWidth > place.clientWidth;
};

/** Characters that fit, by the average of those that are shown. */
function charactersIn(place: HTMLElement): number {
  const content = place.lastElementChild as HTMLElement | null;
  return content === null ? 0 : (place.clientWidth / content.scrollWidth) * content.innerText.length;
}

const tailOf = (place: HTMLElement): number => {
  const room = Math.floor(charactersIn(place)) - HEAD_LENGTH;
  return room < MIN_TAIL_LENGTH ? 0 : Math.min(TAIL_LENGTH, room);
};

/** Takes how much of its end a text shows if it does not fit without the type of its port either. */
type Fitted = (tail: number) => void;
const fitted = new WeakMap<Element, Fitted>();

/** Fits texts together: each step writes to all or reads from all, since a read after a write costs a layout. */
function fit(places: readonly HTMLElement[]): void {
  const short = (value: 'true' | 'false', of: readonly HTMLElement[]): void => {
    for (const place of of) place.dataset['short'] = value;
  };
  short('false', places);
  const cut = places.filter(isCut);
  short('true', cut);
  const tails = new Map(cut.filter(isCut).map((place) => [place, tailOf(place)]));
  for (const place of places) fitted.get(place)?.(tails.get(place) ?? 0);
}

let observer: ResizeObserver | undefined;

/** Calls when the text was fitted; returns what ends it. */
function watchFit(place: HTMLElement, onFit: Fitted): () => void {
  observer ??= new ResizeObserver((entries) => fit(entries.map(({ target }) => target as HTMLElement)));
  const shared = observer;
  fitted.set(place, onFit);
  shared.observe(place);
  return () => {
    shared.unobserve(place);
    fitted.delete(place);
  };
}

interface Props {
  readonly text: string;
  /** Said of what has the name, such as *(deleted)*: it leaves where the name does not fit, which is then struck through. */
  readonly remark?: string | undefined;
}

function Shortened({ text, remark }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [tail, setTail] = useState(0);
  useLayoutEffect(() => (place.current === null ? undefined : watchFit(place.current, setTail)), []);
  const { head, omitted, end } = portNameParts(text);
  return (
    <span
      ref={place}
      className="tt-middle"
      data-remarked={remark !== undefined}
      title={remark === undefined ? text : `${text} ${remark}`}
    >
      {tail > 0 && (
        <span className="tt-middle-tail" data-tail={`${head}${end}`.slice(-tail)} aria-hidden="true" />
      )}
      <span className="tt-ellipsis">
        {head}
        <span className="tt-middle-omitted">{omitted}</span>
        {end}
        {remark !== undefined && <span className="tt-middle-remark">{` ${remark}`}</span>}
      </span>
    </span>
  );
}

/**
 * Shortens in the middle: interface names differ at their end. First it abbreviates the type of a port (`Te0/0/4`), then it cuts.
 * The document holds the name whole and once, so that copying it yields the name; what shows of its end is drawn by the style sheet.
 */
export function MiddleEllipsis({ text, remark }: Props) {
  // Another text is measured again.
  return <Shortened key={`${text} ${remark ?? ''}`} text={text} remark={remark} />;
}
