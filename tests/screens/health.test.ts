import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { browserOfWorker, closePages } from './support/browser.ts';
import { startConsole, type RealConsole } from './support/real-console.ts';
import { shot } from './support/shot.ts';

let browser: Browser;
let telltale: RealConsole;

beforeAll(async () => {
  browser = await browserOfWorker();
  telltale = await startConsole(browser, { startsAt: Date.now() });
});
afterAll(async () => {
  await closePages(browser);
  await telltale.close();
});

const beat = (process: string, change: object = {}): void =>
  telltale.stack.bus.publish(
    subjects.processAlive,
    JSON.stringify({
      process,
      instance: '',
      run: `${process}-1`,
      release: '0.2.0',
      startedAt: Date.now(),
      sentAt: Date.now(),
      isEnding: false,
      waitingFor: [],
      cpu: 0.2,
      memoryBytes: 3e8,
      heapShare: 0.1,
      loopDelayMs: 2,
      figures: {},
      ...change,
    }),
  );

describe('health monitoring', () => {
  it('is the default page of support: a process that falls silent shows with reason and action, its details follow', async () => {
    beat('writer');
    beat('engine', { waitingFor: ['partitions'] });
    const { page, complaints, close } = await telltale.open('/mt/health');
    await page.getByRole('heading', { name: 'Health monitoring' }).waitFor();
    await telltale.clock.advance(2_000);
    await page.getByText('Not ready: partitions.').waitFor();
    await telltale.clock.advance(20_000);
    await page
      .getByText(/No heartbeat for .* the process has ended or hangs/)
      .first()
      .waitFor();
    expect((await accessibilityFaults(page)).join('\n')).toBe('');
    await page.getByRole('button', { name: 'Writer' }).click();
    await page.getByRole('complementary', { name: 'Writer' }).waitFor();
    await shot(page, 'health');
    expect(complaints).toEqual([]);
    await close();
    const french = await telltale.open('/mt/health?notable=true', { language: 'fr' });
    await french.page.getByRole('button', { name: 'Écriture' }).waitFor();
    await shot(french.page, 'health-fr');
    await french.close();
  });
});
