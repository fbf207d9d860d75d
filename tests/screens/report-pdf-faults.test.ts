import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useOf } from '#engine/jobs/pdf/chromium.ts';
import type { Browser } from '#tests/fixtures/server/server-under-test.ts';
import {
  createReport,
  readRun,
  renderingOf,
  reportOf,
  reportPath,
  requestRun,
} from '#tests/fixtures/report/rendering-under-test.ts';
import { consoleOfFile } from './support/console-of-file.ts';

const telltale = await consoleOfFile({ startsAt: Date.now() });
const signal = new AbortController().signal;
const rendering = renderingOf(telltale, telltale.url);
let author: Browser;
let report: number;
const runs = (remaining = ''): string => reportPath(telltale, 'acme', `/${String(report)}/run${remaining}`);

beforeAll(async () => {
  const permissions = ['REPORT.write', 'PRIVATE.RESOURCE.write'] as const;
  await telltale.account({ username: 'fault-author', permissions, customers: ['acme'] });
  author = await telltale.signedIn('fault-author');
  report = await createReport(author, reportPath(telltale, 'acme'), 'Faults', reportOf('Plain words.'));
});
afterAll(() => rendering.chromium.close());

/** Kills the browser process, as the kernel does when memory is short. */
async function killBrowser(): Promise<void> {
  await rendering.chromium.use(async (browser) => {
    const { process: main } = await useOf(browser);
    const deleted = new Promise((resolve) => {
      browser.once('disconnected', resolve);
    });
    process.kill(main, 'SIGKILL');
    await deleted;
  });
}

describe('rendering a report', () => {
  it('continues in another browser when the first one is killed, once', async () => {
    let attempts = 0;
    const crashing = renderingOf(telltale, telltale.url, {
      around: () => async (input) => {
        attempts += 1;
        const printed = rendering.render(input);
        if (attempts === 1) {
          printed.catch(() => undefined);
          await killBrowser();
        }
        return printed;
      },
    });
    const { id } = await requestRun(author, runs(), { format: 'pdf' });
    await crashing.worker.once('w', signal);
    expect(await readRun(author, runs(`/${String(id)}`))).toMatchObject({ state: 'done', detail: '' });
    expect(attempts).toBe(2);
  });

  it('ends when it is cancelled, and leaves no file', async () => {
    const { id } = await requestRun(author, runs(), { format: 'pdf' });
    const cancelling = renderingOf(telltale, telltale.url, {
      around: () => async (input) => {
        expect((await author.send('DELETE', runs(`/${String(id)}`))).statusCode).toBe(200);
        await new Promise((resolve) => {
          input.signal.addEventListener('abort', resolve, { once: true });
        });
        return rendering.render(input);
      },
    });
    await cancelling.worker.once('w', signal);
    const cancelled = await readRun(author, runs(`/${String(id)}`));
    expect(cancelled).toMatchObject({ state: 'cancelled', file: null });
    expect((await author.get(runs(`/${String(id)}/file`))).statusCode).toBe(409);
  });

  it('ends with the reason when Chromium needs more memory than it may have, and the next report is printed', async () => {
    const narrow = renderingOf(telltale, telltale.url, { maxMemoryBytes: 1_000_000 });
    const { id } = await requestRun(author, runs(), { format: 'pdf' });
    await narrow.worker.once('w', signal);
    const failed = await readRun(author, runs(`/${String(id)}`));
    expect(failed).toMatchObject({ state: 'failed', failure: 'too-large', file: null });
    expect(failed.detail).toContain('CHROMIUM_MAX_MEMORY_MIB');
    const next = await requestRun(author, runs(), { format: 'pdf' });
    await rendering.worker.once('w', signal);
    expect(await readRun(author, runs(`/${String(next.id)}`))).toMatchObject({ state: 'done' });
    await narrow.chromium.close();
  });

  it('ends with the reason when the pages are not complete in time', async () => {
    // Five minutes are over at the first look.
    const late = renderingOf(telltale, telltale.url, { clock: { elapsed: () => performance.now() * 1e6 } });
    const { id } = await requestRun(author, runs(), { format: 'pdf' });
    await late.worker.once('w', signal);
    const failed = await readRun(author, runs(`/${String(id)}`));
    expect(failed).toMatchObject({ state: 'failed', failure: 'slow', file: null });
    expect(failed.detail).toMatch(/of \d+ pages were complete after 300 s/);
    await late.chromium.close();
  });

  it('says which package is missing when there is no Chromium', async () => {
    const without = renderingOf(telltale, telltale.url, { path: '/nonexistent/chromium' });
    const { id } = await requestRun(author, runs(), { format: 'pdf' });
    await without.worker.once('w', signal);
    const failed = await readRun(author, runs(`/${String(id)}`));
    expect(failed).toMatchObject({ state: 'failed', failure: 'browser' });
    expect(failed.detail).toContain('install the package chromium');
  });

  it('ends with the reason when the requester loses the right', async () => {
    const { id } = await requestRun(author, runs(), { format: 'csv' });
    await telltale.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', 'fault-author')
      .execute();
    await telltale.clock.leap(3_000);
    await rendering.worker.once('w', signal);
    const row = await telltale.stack.db
      .selectFrom('report_run')
      .select(['state', 'failure'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'failed', failure: 'right' });
  });
});
