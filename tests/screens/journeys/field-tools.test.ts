import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { startPollerProcess, type PollerProcess } from '#tests/fixtures/snmp/poller-process.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';

const telltale = await consoleOfFile();
const acme = telltale.customers.get('acme')!;
const IN_OCTETS = '1.3.6.1.2.1.31.1.1.1.6.1';

/** A port whose line carries 1 Mbit/s, by the clock of its agent. */
function busy(): ReadonlyMap<string, AgentValue> {
  const ms = Math.floor(systemClock.elapsed() / 10) * 10;
  return new Map<string, AgentValue>([
    ['1.3.6.1.2.1.1.3.0', { type: 'timeTicks', value: 100_000 + ms / 10 }],
    [IN_OCTETS, { type: 'counter64', value: ms * 125 }],
  ]);
}

let poller: PollerProcess;
beforeAll(async () => {
  poller = await startPollerProcess(telltale, [{ customer: 'acme', name: 'edge-1', objects: busy }]);
});
afterAll(() => poller.close());

const wide = { theme: 'dark', language: 'en' } as const;
const narrow = { theme: 'light', language: 'fr', width: 390, height: 844 } as const;

describe('what an engineer needs at hand', () => {
  it('is an interface in real time, which shows its rates every second until it is closed', async () => {
    const port = poller.inventory.devices.get(poller.idOf('edge-1'))!.interfaces[0]!;
    const address = `/inventory/interface/${String(port)}?customer=${String(acme)}`;
    const { page, complaints, close } = await telltale.open(address, wide);
    await page.getByRole('button', { name: 'Real time' }).click();
    const dialog = page.getByRole('dialog', { name: /in real time$/ });
    await dialog.getByText(/^Last reading \d+ s ago\.$/).waitFor();
    await dialog.getByText('1 Mbps').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, 'realtime-dark-en');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('is Livewire: its address is saved, and leads from a device to the tool', async () => {
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=livewire', wide);
    await page.getByRole('textbox', { name: 'URL' }).fill('https://livewire.example.net/');
    await page.getByRole('button', { name: '{address}' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(
        () =>
          telltale.stack.db.selectFrom('setting').select('value').where('name', '=', 'livewire').execute(),
        soon,
      )
      .toEqual([{ value: { url: 'https://livewire.example.net/{address}' } }]);
    await shot(page, 'livewire-dark-en');
    await page.goto(
      `${telltale.url}/inventory/device/${String(poller.idOf('edge-1'))}?customer=${String(acme)}`,
    );
    const link = page.getByRole('link', { name: /Livewire/ });
    await expect.poll(() => link.getAttribute('href'), soon).toBe('https://livewire.example.net/127.0.0.1');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is an agent, added and deleted on a telephone in French', async () => {
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=agents', narrow);
    // Its tab is the eighth of the list, which scrolls here.
    const tab = page.getByRole('tab', { name: 'Agents' });
    await expect.poll(async () => ((await tab.boundingBox())?.x ?? 999) < 390, soon).toBe(true);
    await page.getByRole('button', { name: 'Ajouter un agent' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Identifiant de l’agent' }).fill('sonde-lyon');
    await form.getByLabel('Organisation cible').first().click();
    await page.getByRole('option', { name: 'Customer acme' }).click();
    await form.getByRole('textbox', { name: 'Marqueur de réseau' }).fill('acme one');
    await form.getByRole('textbox', { name: 'IP source' }).fill('192.0.2.0/24');
    await form.getByRole('textbox', { name: 'Date d’expiration' }).fill('31/12/2999');
    await shot(page, 'agent-form-light-fr-390');
    await form.getByRole('button', { name: 'Créer' }).click();
    await page.getByText('sonde-lyon', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, 'agents-light-fr-390');
    expect(
      await telltale.stack.db.selectFrom('flow_agent').select(['agent_id', 'customer_id']).execute(),
    ).toEqual([{ agent_id: 'sonde-lyon', customer_id: acme }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is an overview of notification targets, from which one is opened', async () => {
    await telltale.stack.db
      .insertInto('webhook')
      .values({
        name: 'NOC desk',
        enabled: true,
        url: 'https://hooks.example.net/noc',
        payload_kind: 'json',
        headers: '[]' as unknown as [],
        template: '{}',
        trigger: 'both',
        allow_insecure: false,
      })
      .execute();
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=targets', narrow);
    await page.getByText('NOC desk').waitFor();
    await page.getByText('Jamais utilisée').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, 'targets-light-fr-390');
    await page.getByText('NOC desk').click();
    await page.getByRole('complementary', { name: /NOC desk/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('webhooks');
    expect(complaints).toEqual([]);
    await close();
  });
});
