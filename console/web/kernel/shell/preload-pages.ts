import { preloading } from '#schemas/limit/console.ts';

export interface PreloadNeeds {
  /** Waits until the browser is idle; resolves with the milliseconds it expects to stay idle. */
  readonly idle: (signal: AbortSignal) => Promise<number>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly load: (page: string) => Promise<unknown>;
}

/** Loads the code of pages one after the other, while the browser has nothing else to do. A page that fails is skipped. */
export async function preloadPages(
  pages: readonly string[],
  { idle, wait, load }: PreloadNeeds,
  signal: AbortSignal,
): Promise<void> {
  await wait(preloading.startMs, signal);
  for (const page of pages) {
    while (!signal.aborted && (await idle(signal)) < preloading.minIdleMs)
      await wait(preloading.intervalMs, signal);
    if (signal.aborted) return;
    await load(page).catch(() => undefined);
    await wait(preloading.intervalMs, signal);
  }
}
