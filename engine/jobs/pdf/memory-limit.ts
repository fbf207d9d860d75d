import type { Browser } from 'playwright-core';
import type { Clock } from '#platform/clock/clock.ts';
import { RenderingError } from '../rendering-error.ts';
import { useOf } from './chromium.ts';

const LOOK_MS = 1_000;
const MEBIBYTE = 1_048_576;

interface MemoryLimit {
  /** Of all processes of the browser. */
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Runs what prints with a signal that ends it when the browser has more memory than it may have; the browser ends with it. */
export async function withinMemory<Value>(
  browser: Browser,
  { maxBytes, clock, signal }: MemoryLimit,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const [exceeded, over] = [new AbortController(), new AbortController()];
  const look = async (): Promise<void> => {
    const { memoryBytes } = await useOf(browser).catch(() => ({ memoryBytes: 0 }));
    if (memoryBytes <= maxBytes || over.signal.aborted) return;
    const mebibytes = String(Math.round(maxBytes / MEBIBYTE));
    exceeded.abort(
      new RenderingError(
        'too-large',
        `Chromium needs more than ${mebibytes} MiB for the pages. Print fewer pages or dashlets, or raise CHROMIUM_MAX_MEMORY_MIB.`,
      ),
    );
  };
  void look();
  clock.every(LOOK_MS, look, AbortSignal.any([signal, over.signal]));
  try {
    return await run(AbortSignal.any([signal, exceeded.signal]));
  } finally {
    over.abort();
    if (exceeded.signal.aborted) await browser.close();
  }
}
