import { use, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { OnPaper } from './paper.ts';
import { useLanguage } from '#web/lib/text.ts';
import { usePaperTexts } from './texts/en.ts';
import './paper-list.css';

/** Of a pixel: edges lie between pixels. */
const TOLERANCE_PX = 1;

/** How many children of a box are completely within it. */
function childrenWithin(box: HTMLElement): number {
  const { bottom, right } = box.getBoundingClientRect();
  const children = [...box.children];
  const outside = children.findIndex((child) => {
    const edges = child.getBoundingClientRect();
    return edges.bottom > bottom + TOLERANCE_PX || edges.right > right + TOLERANCE_PX;
  });
  return outside === -1 ? children.length : outside;
}

interface PaperList<Item, Box extends HTMLElement> {
  readonly box: RefObject<Box | null>;
  readonly shown: readonly Item[];
  /** In words, at the end of the list; null: all are shown. */
  readonly more: ReactNode;
  /** Nothing is printed before it is known what fits. */
  readonly isWaiting: true | undefined;
}

/** A list that scrolls on a screen: on paper it has what fits, and says how many others there are. */
export function usePaperList<Item, Box extends HTMLElement = HTMLUListElement>(
  items: readonly Item[],
  as: 'li' | 'div' = 'li',
): PaperList<Item, Box> {
  const box = useRef<Box>(null);
  const isOnPaper = use(OnPaper) !== undefined;
  const text = usePaperTexts();
  const language = useLanguage();
  const [fitting, setFitting] = useState<{ readonly of: number; readonly count: number }>();
  const count = items.length;
  const isWaiting = isOnPaper && fitting?.of !== count;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let [frame, isOver] = [0, false];
    const look = (): void => {
      if (box.current !== null) setFitting({ of: count, count: childrenWithin(box.current) });
    };
    void document.fonts.ready.then(() => {
      if (!isOver) frame = requestAnimationFrame(look);
    });
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
    };
  }, [isWaiting, count]);
  if (!isOnPaper || isWaiting || fitting === undefined || fitting.count >= count)
    return { box, shown: items, more: null, isWaiting: isWaiting || undefined };
  // The last place is that of the words.
  const shown = items.slice(0, Math.max(0, fitting.count - 1));
  const left = count - shown.length;
  const Tag = as;
  return {
    box,
    shown,
    isWaiting: undefined,
    more: (
      <Tag className="tt-paper-more">
        {text('others', { count: left, more: formatNumber(left, language) })}
      </Tag>
    ),
  };
}
