import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { freePorts, start, type StartedProcess } from '#tests/fixtures/process/start-process.ts';
import { withPostgres } from '../../store/postgres-template.ts';
import { browserOfWorker, closePages, openPage } from '../support/browser.ts';
import { shot } from '../support/shot.ts';

const PASSWORD = 'first-administrator-of-a-test';
const ALARM = 'Busy site';
const data = withPostgres(mkdtempSync(join(tmpdir(), 'telltale-explore-alarm-')));

const network = {
  customers: [
    {
      clientId: 'acme',
      name: 'Acme',
      sites: [
        {
          name: 'Paris office',
          latitude: 48.8566,
          longitude: 2.3522,
          networks: ['10.11.0.0/16'],
          devices: [
            {
              name: 'paris-edge-1',
              address: '127.0.0.1',
              exporters: ['127.0.0.1'],
              interfaces: [{ name: 'Gi0/0' }],
            },
          ],
        },
      ],
    },
  ],
  cockpits: [{ name: 'Traffic', alarms: [] }],
};

let product: StartedProcess;
let browser: Browser;
let ports: Readonly<Record<string, string>>;
let socket: Socket;

beforeAll(async () => {
  const file = join(data, 'network.json');
  writeFileSync(file, JSON.stringify(network));
  ports = await freePorts();
  product = start(['--no-demo', '--network', file], {
    ...ports,
    TELLTALE_DATA: data,
    TELLTALE_ADMIN_PASSWORD: PASSWORD,
    WINDOW_SECONDS: '2',
    WINDOW_LATENESS_SECONDS: '1',
    FLOW_LATENESS_SECONDS: '10',
    WRITER_SPARSE_MS: '1000',
  });
  browser = await browserOfWorker();
  await product.line(/^Telltale is ready: /);
  socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
});
afterAll(async () => {
  await closePages(browser);
  socket.close();
  product.child.kill('SIGTERM');
  await product.ended;
  rmSync(data, { recursive: true, force: true });
});

/** A megabyte from the site, exported now. */
function sendFlow(): void {
  const seconds = Math.floor(Date.now() / 1_000);
  const record = commonRecord({
    source: '10.11.0.1',
    destination: '192.0.2.1',
    bytes: 1_000_000,
    packets: 1_000,
  });
  const datagram = netflowV9({ seconds }, templateV9(300, commonFields), dataSet(300, record));
  socket.send(datagram, Number(ports['NETFLOW_PORT']), '127.0.0.1');
}

async function signedIn(): Promise<Page> {
  const { page } = await openPage(browser);
  await page.goto(`http://127.0.0.1:${ports['PORT'] ?? ''}/alert`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').waitFor();
  return page;
}

describe('an alarm definition of the explorer', () => {
  it('is finished in its editor, stored, and raised by the flows of real packets', async () => {
    const page = await signedIn();
    await page.goto(`http://127.0.0.1:${ports['PORT'] ?? ''}/explore?customer=1&by=site`);
    await page.getByRole('button', { name: 'Save as' }).click();
    await page.getByRole('menuitem', { name: 'Alarm definition…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Define an alarm' });
    await dialog.getByRole('combobox', { name: 'Cockpit' }).click();
    await page.getByRole('option', { name: 'Traffic' }).click();
    await shot(page, 'explore-save-alarm');
    await dialog.getByRole('button', { name: 'Open the editor' }).click();
    const editor = page.getByRole('complementary', { name: /^(Alarm |New alarm)/ });
    await editor.getByLabel('Label').fill(ALARM);
    await editor.getByRole('textbox', { name: 'Threshold' }).fill('1');
    await shot(page, 'explore-alarm-editor');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('grid', { name: 'Alarm definitions' }).getByText(ALARM).waitFor();
    await page.goto(`http://127.0.0.1:${ports['PORT'] ?? ''}/alert`);
    const row = page
      .getByRole('grid', { name: 'Running alarms' })
      .getByRole('row')
      .filter({ hasText: ALARM })
      .first();
    // Exporters report a flow for as long as it lasts.
    await expect
      .poll(
        () => {
          sendFlow();
          return row.count();
        },
        { timeout: 90_000, interval: 500 },
      )
      .toBe(1);
    await row.getByText('Paris office').first().waitFor();
    await shot(page, 'explore-alarm-raised');
    await page.context().close();
  });
});
