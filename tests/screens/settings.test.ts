import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  httpReceiver,
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { browserOfWorker, closePages } from './support/browser.ts';
import { startConsole, type RealConsole } from './support/real-console.ts';
import { looks } from './support/looks.ts';
import { chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

let browser: Browser;
let telltale: RealConsole;
let notification: Notification;
beforeAll(async () => {
  browser = await browserOfWorker();
  telltale = await startConsole(browser);
  notification = await startNotification(telltale.stack);
});
afterAll(async () => {
  await closePages(browser);
  await notification.stop();
  await telltale.close();
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const details = (page: Page, name: string) => page.getByRole('complementary', { name: `Details of ${name}` });

async function addWebhooks(count: number, changes: { url?: string } = {}): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    name: `NOC ${String(at + 1).padStart(4, '0')}`,
    enabled: at % 3 !== 2,
    url: `https://hooks.example.net/services/T0${String(at)}/alarm-events?site={{site.id}}`,
    headers: JSON.stringify([{ name: 'Authorization', value: 'Bearer hidden-value' }]) as unknown as [],
    payload_kind: 'json',
    template: '{"text":"{{alert.name}}"}',
    trigger: ['both', 'rising', 'falling'][at % 3] ?? 'both',
    allow_insecure: false,
    ...changes,
  }));
  await telltale.stack.db.insertInto('webhook').values(rows).execute();
}

async function addDelivery(
  target: number,
  changes: { state?: string; response?: string; key: string; attempts?: number },
) {
  const now = telltale.clock.now();
  await telltale.stack.db
    .insertInto('notification_delivery')
    .values({
      kind: 'webhook',
      target,
      customer_id: telltale.customers.get('acme') ?? null,
      state: 'delivered',
      events: 1,
      attempts: 1,
      response: '200 OK: accepted',
      created_at: now,
      updated_at: now,
      ...changes,
    })
    .execute();
}

/** A secret as stored. */
const sealed = expect.stringMatching(/^v1\./) as unknown;

describe('webhooks', () => {
  it('are added: faults appear at their input while typing, and a test shows request and response', async () => {
    const receiver = await httpReceiver((response) => response.end('taken on'));
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=webhooks');
    await page.getByText('No webhook yet').waitFor();
    await shot(page, 'settings-webhooks-empty');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const form = dialog(page, 'New webhook');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ticket desk');
    const url = form.getByLabel('URL');
    await url.fill(`${receiver.url}/{{alert.targets}}`);
    await form.getByText('The list alert.targets is not usable in the URL.').waitFor();
    expect(await url.getAttribute('aria-invalid')).toBe('true');
    await url.fill(`${receiver.url}/hook?site={{site.name}}`);
    const template = form.getByLabel('Template');
    await template.fill('{"alarm": "{{alert.nam}}"}');
    await form.getByText('Line 1, column 12: Unknown placeholder alert.nam.').waitFor();
    await template.fill('{"alarm": }');
    await form.getByText('The JSON syntax of the payload is not valid.').waitFor();
    await shot(page, 'settings-webhook-faults');
    await template.fill('{"alarm": "", "n": 1}');
    await template.press('Home');
    for (let step = 0; step < 11; step += 1) await template.press('ArrowRight');
    await form.getByRole('button', { name: 'alert.name', exact: true }).click();
    expect(await template.inputValue()).toBe('{"alarm": "{{alert.name}}", "n": 1}');
    await form.getByRole('button', { name: 'Add a header' }).click();
    await form.getByLabel('Name of header 1').fill('Host');
    await form.getByLabel('Value of header 1').fill('s3cret');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('The header Host cannot be set.').first().waitFor();
    expect(await form.getByLabel('Name of header 1').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Name of header 1').fill('X-Key');
    await form.getByRole('button', { name: 'Test the webhook' }).click();
    const test = form.getByRole('group', { name: 'Test the webhook' });
    await test.getByText('taken on').waitFor();
    const sent = (await test.getByLabel('Sent').textContent()) ?? '';
    expect(sent).toContain('POST ');
    expect(sent).toContain('/hook?site=Example%20site');
    expect(sent).toContain('{"alarm": "Test of a notification", "n": 1}');
    expect(sent).not.toContain('s3cret');
    expect(receiver.received[0]?.headers['x-key']).toBe('s3cret');
    await shot(page, 'settings-webhook-tested');
    await form.getByLabel('Include restricted alarms').click();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('grid', { name: 'Webhooks' }).getByText('Ticket desk').waitFor();
    const made = telltale.stack.db
      .selectFrom('webhook')
      .select('include_restricted')
      .where('name', '=', 'Ticket desk');
    expect(await made.executeTakeFirst()).toEqual({ include_restricted: true });
    expect(new URL(page.url()).searchParams.has('edit')).toBe(false);
    expect(complaints).toEqual([]);
    await close();
    await receiver.close();
  });

  atNight(
    'that include restricted alarms are changed only by users who may read them; others can turn that off',
    async () => {
      const { page, close } = await telltale.open('/mt/settings?tab=webhooks', {
        permissions: ['SETTINGS.WEBHOOK.read', 'SETTINGS.WEBHOOK.write'],
        language: 'fr',
      });
      await page.getByRole('gridcell', { name: 'Ticket desk' }).click();
      await page.getByRole('complementary').getByRole('button', { name: 'Modifier' }).click();
      const form = dialog(page, 'Modifier Ticket desk');
      const reported = form.getByLabel('Inclure les alarmes restreintes');
      expect(await reported.isChecked()).toBe(true);
      await form.getByRole('button', { name: 'Enregistrer' }).click();
      await form.getByText('Les cibles notifiées des alarmes restreintes requièrent le droit').waitFor();
      await reported.click();
      expect(await reported.isDisabled()).toBe(true);
      await shot(page, 'settings-webhook-restricted-fr');
      await form.getByRole('button', { name: 'Enregistrer' }).click();
      await form.waitFor({ state: 'detached' });
      await close();
    },
  );

  atNight('keep the value of a header unless it is replaced, and not for another host', async () => {
    const { id } = await telltale.stack.db
      .selectFrom('webhook')
      .select('id')
      .where('name', '=', 'Ticket desk')
      .executeTakeFirstOrThrow();
    await addDelivery(id, { key: 'one' });
    await addDelivery(id, {
      key: 'two',
      state: 'retrying',
      attempts: 4,
      response: 'ECONNREFUSED: connection refused',
    });
    const { page, close } = await telltale.open(`/mt/settings?tab=webhooks&open=${String(id)}`);
    const shown = details(page, 'Ticket desk');
    await shown.getByText('ECONNREFUSED: connection refused').waitFor();
    await shown.getByText('Customer acme · 4 attempts').waitFor();
    expect(await page.content()).not.toContain('s3cret');
    await shot(page, 'settings-webhook-details');
    await shown.getByRole('button', { name: 'Edit' }).click();
    const form = dialog(page, 'Edit Ticket desk');
    const url = await form.getByLabel('URL').inputValue();
    await form.getByLabel('URL').fill('https://elsewhere.example.net/');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('No value is stored for the header X-Key: enter one.').first().waitFor();
    expect(await form.getByLabel('Value of header 1').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('URL').fill(url);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ticket desk 2');
    await form.getByRole('button', { name: 'Save' }).click();
    await details(page, 'Ticket desk 2').waitFor();
    const row = await telltale.stack.db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ name: 'Ticket desk 2', headers: [{ name: 'X-Key', value: sealed }] });
    await details(page, 'Ticket desk 2').getByRole('button', { name: 'Delete' }).click();
    await dialog(page, 'Delete Ticket desk 2?').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhook yet').waitFor();
    await close();
  });

  atNight(
    'stay fast with a thousand rows, also by keyboard; an empty search and an error have their own messages',
    async () => {
      await addWebhooks(1_000);
      const { page, close } = await telltale.open('/mt/settings?tab=webhooks');
      const grid = page.getByRole('grid', { name: 'Webhooks' });
      await grid.getByText('NOC 0001').waitFor();
      expect(await grid.getAttribute('aria-rowcount')).toBe('1001');
      expect(await grid.getByRole('row').count()).toBeLessThan(80);
      await shot(page, 'settings-webhooks-thousand');
      await page.getByRole('tab', { name: 'Webhooks' }).focus();
      await page.keyboard.press('Tab');
      expect(await page.getByLabel('Find a webhook').evaluate((one) => one === document.activeElement)).toBe(
        true,
      );
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await details(page, 'NOC 0001').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => details(page, 'NOC 0001').count(), soon).toBe(0);
      await page.getByRole('tab', { name: 'Webhooks' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('button', { name: 'Add a mapping' }).waitFor();
      expect(new URL(page.url()).searchParams.get('tab')).toBe('saml');
      await page.keyboard.press('ArrowLeft');
      await grid.getByText('NOC 0001').waitFor();
      await page.getByLabel('Find a webhook').fill('noc 0777');
      await grid.getByText('NOC 0777').waitFor();
      await expect.poll(() => grid.getAttribute('aria-rowcount'), soon).toBe('2');
      await page.getByLabel('Find a webhook').fill('zzz');
      await page.getByText('No results match the filters').waitFor();
      await page.route('**/api/v1/mt/settings/webhooks', (route) => route.abort());
      await page.reload();
      await page.getByText('Loading failed').waitFor();
      await page.unroute('**/api/v1/mt/settings/webhooks');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No results match the filters').waitFor();
      await close();
    },
  );

  atNight(
    'show no write controls with the read permission alone, and no tab without its permission',
    async () => {
      const { page, close } = await telltale.open('/mt/settings?tab=webhooks&edit=new', {
        permissions: ['SETTINGS.WEBHOOK.read'],
      });
      await page.getByRole('grid', { name: 'Webhooks' }).getByText('NOC 0001').click();
      await details(page, 'NOC 0001').getByText('Authorization').waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Notification targets', 'Webhooks']);
      expect(await page.getByRole('button', { name: /Add|Edit|Delete|Test/ }).count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await shot(page, 'settings-webhooks-read-only');
      await close();
      await telltale.stack.db.deleteFrom('webhook').execute();
    },
  );
});

describe('SNMP credentials', () => {
  it('are added with secrets that are never shown back, and deleted', async () => {
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=snmp');
    await page.getByText('No SNMP credential yet').waitFor();
    await page.getByRole('button', { name: 'Add a credential' }).click();
    const form = dialog(page, 'New SNMP credential');
    await form.getByLabel('Name').fill('Core');
    await form.getByLabel('Version').click();
    await page.getByRole('option', { name: 'SNMP v3' }).click();
    await form.getByLabel('User').fill('poller');
    await form.getByLabel('Authentication password').fill('authpass-123');
    await form.getByLabel('Privacy password').fill('privpass-123');
    await form.getByLabel('Address').fill('nowhere');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await form.getByText('Enter an IPv4 or IPv6 address.').waitFor();
    await shot(page, 'settings-credential-form');
    await form.getByRole('button', { name: 'Create' }).click();
    const table = page.getByRole('grid', { name: 'SNMP credentials' });
    await table.getByText('Authentication and privacy (SHA-256, AES-128)').waitFor();
    await shot(page, 'settings-credentials');
    await table.getByText('Core').click();
    const edit = dialog(page, 'Edit Core');
    expect(await edit.getByLabel('Privacy password').inputValue()).toBe('');
    expect(await page.content()).not.toContain('pass-123');
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await chooseAction(page, 'Actions on Core', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No SNMP credential yet').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('receivers of SNMP traps', () => {
  it('are added with secrets that are never shown back, tested by a real trap, and described by the MIB', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=traps');
    await page.getByText('No receiver of SNMP traps yet').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the MIB' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('TELLTALE-ALARM-MIB.txt');
    const stream = await download.createReadStream();
    let mib = '';
    for await (const chunk of stream) mib += String(chunk);
    expect(mib).toContain('TELLTALE-ALARM-MIB DEFINITIONS ::= BEGIN');
    await page.getByRole('button', { name: 'Add a receiver' }).click();
    const form = dialog(page, 'New receiver of SNMP traps');
    await form.getByLabel('Name').fill('NMS Paris');
    await form.getByLabel('Host').fill('127.0.0.1');
    await form.getByLabel('Port').fill(String(socket.address().port));
    await form.getByLabel('Version').click();
    await page.getByRole('option', { name: 'SNMP v3' }).click();
    await form.getByLabel('User').fill('telltale');
    await form.getByLabel('Authentication password').fill('short');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Too short: at least 8 characters').first().waitFor();
    await shot(page, 'settings-trap-faults');
    await form.getByLabel('Authentication password').fill('authpass-123');
    await form.getByLabel('Privacy password').fill('privpass-123');
    const trap = once(socket, 'message');
    await form.getByRole('button', { name: 'Send a test trap' }).click();
    await trap;
    await form.getByText('ttAlarmName: Test of a notification').waitFor();
    await shot(page, 'settings-trap-tested');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('grid', { name: 'Receivers of SNMP traps' }).getByText('NMS Paris').click();
    await details(page, 'NMS Paris').getByText('v3, SHA-256 + AES-128').waitFor();
    await details(page, 'NMS Paris').getByRole('button', { name: 'Edit' }).click();
    const edit = dialog(page, 'Edit NMS Paris');
    expect(await edit.getByLabel('Authentication password').inputValue()).toBe('');
    expect(await edit.getByLabel('Authentication password').getAttribute('placeholder')).toBe(
      'Stored. Leave empty to keep it.',
    );
    expect(await page.content()).not.toContain('pass-123');
    await edit.getByLabel('Inform').check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => edit.count(), soon).toBe(0);
    const row = await telltale.stack.db.selectFrom('trap_receiver').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ inform: true, auth_password: sealed, priv_password: sealed });
    expect(complaints).toEqual([]);
    await shot(page, 'settings-trap-details');
    await close();
    socket.close();
  });
});

describe('mail', () => {
  it('is set up with advanced lines and tested by a real mail; recipients follow the settings', async () => {
    const arrived: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume().on('end', () => done());
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=smtp');
    await page.getByText('No e-mail notifications yet').waitFor();
    await shot(page, 'settings-mail-empty');
    await page.getByRole('button', { name: 'Set up the mail server' }).click();
    const form = dialog(page, 'Mail server');
    await form.getByLabel('Host').fill('127.0.0.1');
    await form.getByLabel('Security').click();
    await page.getByRole('option', { name: 'None' }).click();
    expect(await form.getByLabel('Port').inputValue()).toBe('25');
    await form.getByLabel('Port').fill(String((server.server.address() as AddressInfo).port));
    await form.getByLabel('Sender').fill('telltale@example.net');
    await form.getByLabel('Advanced').fill('name=noc.example.net\nsocketTimeout=5s');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Line 2: socketTimeout must be milliseconds').first().waitFor();
    await shot(page, 'settings-smtp-faults');
    await form.getByLabel('Advanced').fill('name=noc.example.net');
    await form.getByLabel('Test e-mail to').fill('me@example.net');
    await form.getByRole('button', { name: 'Send a test e-mail' }).click();
    await form.getByText('Delivered', { exact: true }).waitFor();
    expect(arrived).toEqual(['me@example.net']);
    await shot(page, 'settings-smtp-tested');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Mail server' }).getByText('from telltale@example.net').waitFor();

    await page.getByRole('button', { name: 'Add an e-mail notification' }).click();
    const rule = dialog(page, 'New e-mail notification');
    await rule.getByRole('button', { name: 'Create' }).click();
    await rule.getByText('Provide at least one recipient.').first().waitFor();
    await rule.getByLabel('Name').fill('On duty');
    await rule.getByRole('textbox', { name: 'Recipients' }).fill('noc@example.net, duty');
    await rule.getByText('Invalid email address').first().waitFor();
    await rule.getByRole('textbox', { name: 'Recipients' }).fill('noc@example.net, duty@example.net');
    await rule.getByLabel('Customers', { exact: true }).click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await page.keyboard.press('Escape');
    await rule.getByLabel('Subject').fill('{{alert.nam}}');
    await rule.getByText('Unknown placeholder alert.nam.').first().waitFor();
    await rule.getByLabel('Subject').fill('{{alert.name}}');
    await rule.getByRole('button', { name: 'Send a test to the recipients' }).click();
    await rule.getByText('Delivered', { exact: true }).waitFor();
    expect(arrived).toEqual(['me@example.net', 'noc@example.net', 'duty@example.net']);
    await shot(page, 'settings-mail-form');
    await rule.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('grid', { name: 'E-mail notifications' }).getByText('On duty').click();
    await details(page, 'On duty').getByText('Customer acme').waitFor();
    await shot(page, 'settings-mail-details');
    const row = await telltale.stack.db.selectFrom('alarm_mail').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      recipients: ['noc@example.net', 'duty@example.net'],
      customers: [telltale.customers.get('acme')],
      grouping: 'single',
    });
    expect(complaints).toEqual([]);
    await close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});

describe('the settings', () => {
  it.each(looks)('are without a fault of accessibility: $theme, $language', async ({ theme, language }) => {
    const { db } = telltale.stack;
    const known = await db.selectFrom('webhook').select('id').where('name', '=', 'NOC 0001').execute();
    if (known.length === 0) await addWebhooks(3);
    const { page, close } = await telltale.open('/mt/settings?tab=webhooks', { theme, language });
    for (const [tab, row] of [
      ['Webhooks', 'NOC 0001'],
      ['SMTP', 'On duty'],
      [language === 'fr' ? 'Traps SNMP' : 'SNMP traps', 'NMS Paris'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('gridcell', { name: row }).click();
      await page.getByRole('complementary').waitFor();
      await shot(page, `settings-${tab}-${theme}-${language}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('complementary').getByRole('button').nth(1).click();
      await page.getByRole('dialog').getByRole('button').last().waitFor();
      await shot(page, `settings-${tab}-form-${theme}-${language}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await close();
  });
});
