import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFleet } from '#demo/fleet.ts';
import { jobSite, neighboursOf } from '#demo/flows.ts';
import { defaultFleet } from '#demo/model.ts';
import { storyDevice } from '#demo/story/plot.ts';
import { freePorts, start, type StartedProcess } from '#tests/fixtures/process/start-process.ts';
import { withPostgres } from '../../store/postgres-template.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { browserOfWorker, closePages, openPage } from '../support/browser.ts';
import { shot } from '../support/shot.ts';

/** In the demonstration a backup fills a line: an operator opens its alarm and finds the backup with one click. */
const SITES = 30;
const MINUTE = 60_000;
const fleet = buildFleet({ ...defaultFleet, customers: 2, sites: SITES });
const victim = storyDevice(fleet.devices, 'boreval')!;
const culprit = jobSite({ device: victim, neighbours: neighboursOf(fleet)(victim) });
const data = withPostgres(mkdtempSync(join(tmpdir(), 'telltale-changed-')));

let product: StartedProcess;
let browser: Browser;
let page: Page;
let url: string;
let complaints: readonly string[];

beforeAll(async () => {
  const ports = await freePorts();
  url = `http://127.0.0.1:${ports['PORT'] ?? ''}`;
  product = start(['--customers', '2', '--sites', String(SITES), '--flows-per-second', '100'], {
    ...ports,
    TELLTALE_DATA: data,
    TELLTALE_ADMIN_PASSWORD: 'first-administrator-of-a-test',
    HISTORY_DAYS: '1',
  });
  browser = await browserOfWorker();
  await product.line(/^Telltale is ready: /);
  ({ page, complaints } = await openPage(browser));
  page.setDefaultTimeout(2 * MINUTE);
}, 8 * MINUTE);
afterAll(async () => {
  await closePages(browser);
  product.child.kill('SIGTERM');
  await product.ended;
  rmSync(data, { recursive: true, force: true });
}, 2 * MINUTE);

describe('the backup that fills a line', () => {
  it(
    'is found from its alarm by one click, with application and site pair first',
    { timeout: 9 * MINUTE },
    async () => {
      await page.goto(`${url}/`);
      await page.getByLabel('Username').fill('noc');
      await page.getByLabel('Password', { exact: true }).fill('telltale-demo-noc');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
      const customer = await page.evaluate(async () => {
        const reply = await fetch('/api/v1/session');
        const { customers } = (await reply.json()) as {
          customers: { id: number; name: string }[];
        };
        return customers.find(({ name }) => name.startsWith('Boréval'))?.id;
      });
      await page.goto(`${url}/alert?customer=${String(customer)}&q=Saturation`);
      const row = page.getByRole('row').filter({ hasText: victim.site }).first();
      // Its first windows close, and the history of the hours before is written.
      await row.waitFor({ timeout: 5 * MINUTE });
      await row.click();
      await page.getByRole('link', { name: 'What changed' }).click();
      const findings = page.getByRole('region', { name: 'What moved most' });
      await findings.getByRole('listitem').first().waitFor();
      await shot(page, 'what-changed-from-alarm');
      const first = findings.getByRole('listitem').first();
      const shown = await first.innerText();
      expect(shown).toMatch(/^Application (vnetd|Veritas backup|Backup)/i);
      expect(shown).toContain(`${culprit.site} → ${victim.site}`);
      expect(shown).toContain('source port 13724');
      const headline = await page.getByText(`${victim.site}: +`).first().innerText();
      expect(headline).toContain(`from 3 hosts of ${culprit.site} to ${victim.site}`);
      // The address holds everything: who opens it sees the same.
      await page.reload();
      expect(await page.getByText(`${victim.site}: +`).first().innerText()).toContain(culprit.site);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
