import { useEffect, useRef } from 'react';
import { useUiTexts } from '../texts/en.ts';
import { newsSentence, type LoadNews, type LoadPhase } from './load-news.ts';

/** Panels that change within this time are one sentence. */
const SETTLE_MS = 400;
/** Later, it is said what still loads. */
const LATEST_MS = 1_500;

type Say = (news: readonly LoadNews[]) => string;

/** Panels by an object that each has for itself. */
const unsaid = new Map<object, LoadNews>();
const loading = new Set<object>();
let timer: ReturnType<typeof setTimeout> | undefined;
let firstMs: number | undefined;
let region: HTMLElement | undefined;

/** One live region for all panels of the document. It is there before its first text, without which readers miss that. */
function liveRegion(): HTMLElement {
  if (region?.isConnected === true) return region;
  region = document.createElement('div');
  region.className = 'tt-hidden';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return region;
}

function plan(say: Say): void {
  const nowMs = performance.now();
  firstMs ??= nowMs;
  clearTimeout(timer);
  const isLate = nowMs - firstMs >= LATEST_MS;
  const waitMs = loading.size === 0 || isLate ? SETTLE_MS : firstMs + LATEST_MS - nowMs;
  timer = setTimeout(() => {
    liveRegion().textContent = say([...unsaid.values()]);
    unsaid.clear();
    firstMs = undefined;
  }, waitMs);
}

/**
 * Announces to readers of the screen when a panel begins to load, and how that ended, together with the other panels of the page. Nothing of one
 * that has its data from the start.
 */
export function useLoadNews(label: string, phase: LoadPhase | undefined): void {
  const text = useUiTexts();
  const key = useRef({});
  const before = useRef<LoadPhase>(undefined);
  useEffect(() => {
    const { current } = key;
    const isNews =
      phase !== undefined && phase !== before.current && (phase !== 'loaded' || before.current !== undefined);
    before.current = phase ?? before.current;
    if (phase === 'loading') loading.add(current);
    else loading.delete(current);
    if (!isNews) return;
    liveRegion();
    unsaid.set(current, { label, phase });
    plan((news) =>
      newsSentence(news, {
        named: (of, what) => text(of, { what }),
        counted: (of, count) => text(`${of}Parts`, { count }),
      }),
    );
  }, [label, phase, text]);
  useEffect(() => {
    const { current } = key;
    return () => {
      unsaid.delete(current);
      loading.delete(current);
    };
  }, []);
}
