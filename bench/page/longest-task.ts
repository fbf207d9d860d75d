import type { Page } from 'playwright-core';

const MAIN_THREAD = 'CrRendererMain';
const US_PER_MS = 1_000;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${String(pid)}:${String(tid)}`;

/** CPU milliseconds of the longest task of a main thread during `run`: other work of the machine is not in it, as it is in long tasks. */
export async function longestTask(page: Page, run: () => Promise<void>): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('the page has no browser');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await run();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD)
      .map((event) => threadOf(event)),
  );
  const tasks = events.flatMap((event) =>
    event.name.endsWith('RunTask') && main.has(threadOf(event)) ? [(event.tdur ?? 0) / US_PER_MS] : [],
  );
  return Math.max(...tasks);
}
