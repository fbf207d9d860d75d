import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFleet } from '#demo/fleet.ts';
import { FLEET_COMMUNITY } from '#demo/network.ts';
import { MANAGER_LOGIN, managed, managerPort, SDWAN_MANAGERS } from '#demo/sdwan/fleet-managers.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { readEndpoints } from '#platform/embedded/access/endpoints.ts';
import { sdwanKindNames, sdwanKinds } from '#schemas/sdwan/kind.ts';
import { freePorts, start, type StartedProcess } from '#tests/fixtures/process/start-process.ts';
import { anyUdpPort } from '#tests/fixtures/snmp/udp-port.ts';
import { withPostgres } from '../../store/postgres-template.ts';
import { browserOfWorker, closePages, openPage } from '../support/browser.ts';
import { chooseAction } from '../support/row-menu.ts';
import { shot } from '../support/shot.ts';
import { customerFile, deviceFile, importedDevices, KNOWN_SITES, LEFT_OUT } from './provider-files.ts';

/**
 * A provider starts from nothing, through the browser: every process of the product, agents that answer SNMP on their own addresses, and
 * one SD-WAN manager of each kind.
 */
const CUSTOMERS = 50;
const DEVICES = Number(process.env['STORY_DEVICES'] ?? '2000');
const PASSWORD = 'first-administrator-of-a-story';
const CREDENTIAL = 'Réseau d’accès';
/** A window with measures of every device: polls take a while where a browser runs too. */
const MINUTES = 60_000;
const fleet = buildFleet({ customers: CUSTOMERS, sites: DEVICES, seed: 17 });
const data = withPostgres(mkdtempSync(join(tmpdir(), 'telltale-story-')));

let product: StartedProcess;
let simulators: ChildProcess;
let browser: Browser;
let page: Page;
let complaints: readonly string[];
let agentPort: number;
let url: string;

beforeAll(async () => {
  const ports = await freePorts();
  agentPort = await anyUdpPort();
  url = `http://127.0.0.1:${ports['PORT'] ?? ''}`;
  simulators = spawn(
    process.execPath,
    [
      'demo/main.ts',
      '--customers',
      String(CUSTOMERS),
      '--sites',
      String(DEVICES),
      '--seed',
      '17',
      '--flows-per-second',
      '20',
      '--agent-port',
      String(agentPort),
      // A fleet that knows when it started has managers.
      '--started-ms',
      String(systemClock.now().getTime()),
    ],
    {
      cwd: resolve('.'),
      env: { ...process.env, ...ports, HEALTH_PORT: '0', LOG_LEVEL: 'error' },
      stdio: 'inherit',
    },
  );
  product = start(['--no-demo'], {
    ...ports,
    TELLTALE_DATA: data,
    TELLTALE_ADMIN_PASSWORD: PASSWORD,
    WINDOW_SECONDS: '60',
    WINDOW_LATENESS_SECONDS: '15',
    POLL_INTERVAL_SECONDS: '30',
    WRITER_SPARSE_MS: '1000',
    SNMP_ALLOWED_NETWORKS: '127.0.0.0/8',
    SDWAN_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  browser = await browserOfWorker();
  await product.line(/^Telltale is ready: /);
  ({ page, complaints } = await openPage(browser));
  page.setDefaultTimeout(2 * MINUTES);
}, 5 * MINUTES);
afterAll(async () => {
  await closePages(browser);
  simulators.kill('SIGTERM');
  product.child.kill('SIGTERM');
  await product.ended;
  rmSync(data, { recursive: true, force: true });
});

const open = async (path: string): Promise<void> => {
  await page.goto(`${url}${path}`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
};

async function choose(field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Waits for what the user looks for. */
async function sees(found: Locator, timeout = 2 * MINUTES): Promise<boolean> {
  await found.first().waitFor({ timeout });
  return true;
}

/** Uploads a file, compares it and applies what is right in it. Returns the dialog with the difference. */
async function importFile(file: {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}) {
  await open('/mt/provisioning');
  await page.getByRole('button', { name: 'Import a file' }).first().click();
  const upload = page.getByRole('dialog', { name: 'Import a file' });
  await upload.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
  await choose(upload.getByRole('combobox', { name: 'Lines in error' }), 'Skip them, import the others');
  await upload.getByRole('button', { name: 'Preview changes' }).click();
  const detail = page.getByRole('dialog', { name: file.name });
  const apply = detail.getByRole('button', { name: 'Apply changes' });
  await expect.poll(() => apply.getAttribute('aria-disabled'), { timeout: 2 * MINUTES }).not.toBe('true');
  await shot(page, `provider-story-${file.name}`);
  return { detail, apply: () => apply.click() };
}

const limit = { timeout: 8 * MINUTES };

describe('a provider starts from nothing', () => {
  it('signs in, and finds empty pages that say what to do', limit, async () => {
    await page.goto(`${url}/mt/provisioning`);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await sees(page.getByText('No import yet'))).toBe(true);
    await shot(page, 'provider-story-empty');
  });

  it('names the SNMP credential of its devices', limit, async () => {
    await open('/mt/settings?tab=snmp');
    await page.getByRole('button', { name: 'Add a credential' }).click();
    const form = page.getByRole('dialog', { name: 'New SNMP credential' });
    await form.getByLabel('Name').fill(CREDENTIAL);
    await form.getByLabel('Community').fill(FLEET_COMMUNITY);
    await form.getByLabel('Port', { exact: true }).first().fill(String(agentPort));
    await form.getByRole('button', { name: 'Create' }).click();
    const grid = page.getByRole('grid', { name: 'SNMP credentials' });
    expect(await sees(grid.getByText(CREDENTIAL))).toBe(true);
  });

  it('imports customers and sites from a spreadsheet saved as text, with lines in error', limit, async () => {
    const { detail, apply } = await importFile(customerFile(fleet));
    await detail
      .getByText(/“n\/a”/)
      .first()
      .waitFor();
    await apply();
    await detail.getByText('Partly applied').waitFor();
    await open('/cc/inventory');
    expect(await sees(page.getByText(`${(DEVICES - LEFT_OUT).toLocaleString('en')} elements`))).toBe(true);
  });

  it('imports devices and interfaces from a workbook with vendors in any case', limit, async () => {
    const { detail, apply } = await importFile(deviceFile(fleet, CREDENTIAL));
    await apply();
    await detail.getByText('Success').waitFor();
    await open('/cc/inventory?kind=device');
    expect(await sees(page.getByText(`${(DEVICES - LEFT_OUT).toLocaleString('en')} elements`))).toBe(true);
    await shot(page, 'provider-story-devices');
  });

  it('finds orphans, whose site has no network, and fixes them', limit, async () => {
    const [orphan] = fleet.devices.slice(KNOWN_SITES);
    await open('/cc/inventory?kind=device');
    await choose(page.getByRole('combobox', { name: 'Customer network' }), 'Orphans (in no network)');
    await page.getByText('1 element', { exact: true }).waitFor();
    const grid = page.getByRole('grid', { name: 'Devices' });
    await grid.getByText(orphan!.name).first().waitFor();
    await grid.getByText('Its site has no network').waitFor();
    await shot(page, 'provider-story-orphans');
    await open(`/cc/inventory?kind=site&q=${encodeURIComponent(orphan!.site)}`);
    await page.getByRole('grid', { name: 'Sites' }).getByText(orphan!.site, { exact: true }).first().click();
    await page.getByRole('heading', { name: orphan!.site }).waitFor();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog');
    await edit
      .getByRole('textbox', { name: 'Networks' })
      .fill(`${orphan!.network}.0/24\n${orphan!.address}/32`);
    await edit.getByRole('button', { name: 'Show changes' }).click();
    await edit.getByRole('button', { name: 'Change 1 element' }).click();
    await page.getByText('1 element changed').waitFor();
    await open('/cc/inventory?kind=device');
    await choose(page.getByRole('combobox', { name: 'Customer network' }), 'Orphans (in no network)');
    expect(await sees(page.getByText('0 elements'))).toBe(true);
  });

  it.each(sdwanKinds)('adds a manager of %s and takes over what it manages', limit, async (kind) => {
    const { name, customer: clientId } = managed[kind];
    const { name: customer } = fleet.customerList.find((one) => one.clientId === clientId)!;
    const address = `http://${SDWAN_MANAGERS}:${String(managerPort(kind, agentPort))}`;
    await open('/mt/sdwanmanagers');
    await page.getByRole('button', { name: 'Add a manager' }).first().click();
    const form = page.getByRole('dialog', { name: 'New SD-WAN manager' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await choose(form.getByRole('combobox', { name: 'Kind' }), sdwanKindNames[kind]);
    await form.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
    await form.getByRole('textbox', { name: 'Username', exact: true }).fill(MANAGER_LOGIN.login);
    await form.getByLabel('Password').first().fill(MANAGER_LOGIN.password);
    if (kind === 'nuage') {
      await form.getByLabel('Organization').fill('csp');
      await form.getByLabel('ElasticSearch URL').fill(address);
      await form.getByLabel('Enterprise in the VSD').fill(clientId);
    }
    if (kind === 'fortinet') await form.getByRole('textbox', { name: 'ADOM', exact: true }).fill(clientId);
    await form.getByLabel('Customer ID at the manager').fill(clientId);
    await form.getByRole('combobox', { name: 'Customer', exact: true }).fill(customer);
    await page.getByRole('option', { name: customer, exact: true }).click();
    await form.getByRole('button', { name: 'Add' }).click();
    const grid = page.getByRole('grid', { name: 'SD-WAN managers' });
    const row = grid.getByRole('row', { name });
    await row.getByText('Available', { exact: true }).waitFor();
    await chooseAction(page, `Actions on ${name}`, 'Synchronise');
    const proposed = async () => {
      await page.reload();
      await row.waitFor();
      return row.getByText(/\d+ proposals?/).count();
    };
    await expect.poll(proposed, { timeout: 3 * MINUTES, interval: 2_000 }).toBe(1);
    await chooseAction(page, `Actions on ${name}`, 'Proposals');
    const proposals = page.getByRole('dialog', { name: `Proposals of ${name}` });
    // Of thousands of proposals, tunnels are far below devices and interfaces.
    const find = proposals.getByRole('textbox', { name: 'Element, device, customer or kind' });
    await find.fill('Tunnel');
    await proposals.getByRole('grid').getByText('Tunnel', { exact: true }).first().waitFor();
    await shot(page, `provider-story-proposals-${kind}`);
    await find.fill('');
    await proposals.getByRole('button', { name: 'Accept all' }).click();
    // Many are accepted in steps, which the dialog reports.
    expect(await sees(page.getByText(/proposals? (of [\d,]+ (was|were) )?accepted/))).toBe(true);
  });

  it('defines an alarm for all customers, and sees it on new devices', limit, async () => {
    await open('/mt/cockpit');
    await page.getByRole('button', { name: 'New cockpit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Access lines');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add an alarm' }).first().click();
    const editor = page.getByRole('complementary', { name: /^(Alarm |New alarm)/ });
    await editor.getByLabel('Label').fill('Access line down');
    await editor.getByRole('textbox', { name: 'KPI' }).fill('itf_avail');
    await page.getByRole('option').first().click();
    await choose(editor.getByRole('combobox', { name: 'Operator' }), '<');
    await editor.getByRole('textbox', { name: 'Threshold' }).fill('100');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('grid', { name: 'Alarm definitions' }).getByText('Access line down').waitFor();
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Actions on Access lines', 'Share…');
    const share = page.getByRole('dialog', { name: 'Share Access lines' });
    await share.getByRole('switch', { name: /^All customers/ }).click();
    await share.getByRole('button', { name: 'Share', exact: true }).click();
    const query = page.getByRole('dialog', { name: 'Share Access lines?' });
    await query.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Sharing of Access lines saved.').waitFor();
    await open('/cc/alert');
    expect(await sees(page.getByText('Access line down'), 6 * MINUTES)).toBe(true);
    await shot(page, 'provider-story-alarms');
  });

  it('sees counters and KPIs of a new device', limit, async () => {
    const [device] = fleet.devices;
    await open(`/cc/inventory?kind=device&q=${encodeURIComponent(device!.name)}`);
    await page.getByRole('grid', { name: 'Devices' }).getByText(device!.name).first().click();
    await page.getByRole('heading', { name: device!.name }).first().waitFor();
    const newest = page.getByRole('article', { name: 'Now' });
    expect(await sees(newest.getByText(/\d\s?%/), 5 * MINUTES)).toBe(true);
    await shot(page, 'provider-story-device');
  });

  it('deactivates one, with a reason', limit, async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Deactivate collection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Site closed');
    await dialog.getByRole('button', { name: 'Deactivate collection' }).click();
    await page.getByText('Collection of 1 element deactivated').waitFor();
    expect(await sees(page.getByText('Site closed'))).toBe(true);
  });

  it('moves one to another site, and back', limit, async () => {
    const [, device] = fleet.devices;
    const other = importedDevices(fleet).findLast(
      ({ customer, index }) => customer === device!.customer && index > 1,
    )!;
    await open(`/cc/inventory?kind=device&q=${encodeURIComponent(device!.name)}`);
    await page.getByRole('grid', { name: 'Devices' }).getByText(device!.name).first().click();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Site' }).fill(other.site);
    await page.getByRole('option', { name: other.site, exact: true }).click();
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog.getByRole('region', { name: 'Goes along' }).waitFor();
    await shot(page, 'provider-story-move');
    await dialog.getByRole('button', { name: 'Move 1 device' }).click();
    await page.getByText('1 device moved').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await sees(page.getByText('Moved back'))).toBe(true);
  });

  it('gets the bill: what was monitored, by customer', limit, async () => {
    // A day is billed once it is over: what was measured today is put a day back.
    const clickhouse = openClickHouse(readEndpoints(data).CLICKHOUSE_URL);
    await clickhouse.command(
      // A condition beside REPLACE would be about the replaced time.
      'INSERT INTO measures SELECT * REPLACE (at - INTERVAL 1 DAY AS at) FROM (SELECT * FROM measures WHERE at > now() - INTERVAL 1 DAY)',
    );
    await clickhouse.close();
    await open('/mt/license');
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await page.getByText('The last 35 days were recalculated.').waitFor();
    const grid = page.getByRole('grid', { name: 'Units by date' });
    const total = grid.getByRole('row').nth(1);
    const units = async () => {
      const cells = await total.getByRole('gridcell').allInnerTexts();
      return Math.max(
        ...cells.slice(1).map((text) => Number(/^[\d,]+$/.exec(text)?.[0].replaceAll(',', '') ?? 0)),
      );
    };
    await expect.poll(units, { timeout: 2 * MINUTES }).toBeGreaterThan(DEVICES * 0.9);
    await total.click();
    await page
      .getByRole('complementary', { name: /Customers on/ })
      .getByText(fleet.customerList[0]!.name)
      .first()
      .waitFor();
    await shot(page, 'provider-story-bill');
    expect(complaints).toEqual([]);
  });
});
