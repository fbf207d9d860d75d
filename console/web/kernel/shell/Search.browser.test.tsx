import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { providerApplications } from '#schemas/application/routes.ts';
import { search, type SearchHit } from '#schemas/search/routes.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { applicationRoutes } from '#web/routes/pages/application.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { pending, reply } from '#web/testing/replies.ts';
import { alertReplies } from '../../testing/alert-replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...alertingRoutes, ...applicationRoutes);

const device: SearchHit = {
  kind: 'device',
  id: 20,
  name: 'birmingham-r1',
  path: ['Cobalt Energy', 'Birmingham'],
  customer: 3,
  parent: 10,
  element: 'device',
};
const user: SearchHit = {
  ...device,
  kind: 'user',
  id: 7,
  name: 'birgit',
  path: [],
  customer: null,
  parent: null,
};

const input = page.getByRole('combobox', { name: 'Search and commands' });

async function open(hits: readonly SearchHit[] | undefined) {
  const found = reply(search, hits === undefined ? pending : () => ({ hits: [...hits] }));
  const rendered = await renderPage('/alert?customer=1&map=false', {
    replies: [...alertReplies(), found],
  });
  await expectVisible(page.getByRole('grid'));
  await userEvent.keyboard('{Control>}k{/Control}');
  return rendered;
}

describe('the search of the header', () => {
  it('finds a device of the network, and opens its page, or its alarms with Ctrl+Enter', async () => {
    const { search: address, path } = await open([device, user]);
    await input.fill('birm');
    await expectVisible(page.getByRole('option', { name: /birmingham-r1/ }));
    await expectVisible(page.getByText('Cobalt Energy · Birmingham'));
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => address().get('customer')).toBe('3');
    expect(address().get('q')).toBe('birmingham-r1');
    await userEvent.keyboard('{Control>}k{/Control}');
    await input.fill('birm');
    await expectVisible(page.getByRole('option', { name: /birmingham-r1/ }));
    await userEvent.keyboard('{Enter}');
    await expect.poll(path).toBe('/inventory/device/20');
  });

  atNight('keeps its name on a phone, and shows its keys in the tooltip', async () => {
    await renderPage('/alert?customer=1&map=false', { width: 390, replies: [...alertReplies()] });
    const button = page.getByRole('button', { name: /^Search/ });
    await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'Control+K');
    expect(await axeFaults()).toEqual([]);
    await button.hover();
    const bubble = page.getByRole('tooltip');
    await expectVisible(bubble);
    const keys = [...bubble.element().querySelectorAll('kbd')];
    expect(keys.map(({ textContent }) => textContent)).toEqual(['Ctrl', 'K']);
  });

  atNight('says that it is searching', async () => {
    await open(undefined);
    await input.fill('xyzzy');
    await expectVisible(page.getByText('Searching…'));
  });

  atNight('says that nothing was found', async () => {
    await open([]);
    await input.fill('xyzzy');
    await expectVisible(page.getByText('No results for “xyzzy”'));
  });
});

describe('the keyboard', () => {
  it('lists its shortcuts at ?, not while the user types', async () => {
    await open([]);
    await input.fill('a');
    await userEvent.keyboard('?');
    await expectHidden(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await userEvent.keyboard('{Escape}');
    await expectHidden(input);
    await userEvent.keyboard('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectVisible(dialog.getByText('Acknowledge', { exact: true }));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('submits a form with Ctrl+Enter from any of its inputs', async () => {
    const list = reply(providerApplications.list, () => ({
      applications: [],
      orderVersion: 'none',
      precedence: 'provider' as const,
      max: 100,
    }));
    await renderPage('/mt/application', { replies: [list] });
    await page.getByRole('button', { name: 'Add an application' }).first().click();
    await page.getByLabelText('IP addresses and ranges').fill('10.0.0.999');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const dialog = page.getByRole('dialog');
    await expectVisible(dialog.getByText('This field is required').first());
    expect(dialog.getByText('This field is required').elements()).toHaveLength(1);
    await expectVisible(dialog.getByRole('link', { name: 'Name', exact: true }));
    await expect.element(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus();
  });
});
