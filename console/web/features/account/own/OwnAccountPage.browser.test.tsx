import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listOwnSessions } from '#schemas/account/own-sessions.ts';
import { updatePreferences } from '#schemas/account/routes.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { renderConsole } from '#web/testing/render-console.ts';
import { axeFaults, type RenderOptions } from '#web/testing/render-page.tsx';
import { ownAccountReplies } from '../testing/account-replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const open = (address = '/account', options: RenderOptions = {}) =>
  renderConsole(address, {
    ...options,
    replies: [...alertReplies(), ...customerAlertReplies(), ...ownAccountReplies()],
  });
const section = (name: string) => page.getByRole('region', { name, exact: true });
const shownTheme = () => document.documentElement.dataset['mantineColorScheme'];
const atHeading = () => expectVisible(page.getByRole('heading', { name: 'My account' }));

async function openFromMenu(): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await atHeading();
}

describe('one’s own account', () => {
  atNight('is reached from the menu of the user', async () => {
    const { path } = await open('/cc/alert');
    await openFromMenu();
    expect(path()).toBe('/account');
  });

  atNight('stays in the space of the selected customer, and follows another selection', async () => {
    const { path, search } = await open('/alert?customer=3&map=false');
    await expectVisible(page.getByRole('button', { name: 'Customer: Cobalt Energy' }));
    await openFromMenu();
    await page.getByRole('button', { name: 'Customer: Cobalt Energy' }).click();
    await page.getByRole('option', { name: 'Delta Freight' }).click();
    await expectVisible(page.getByRole('button', { name: 'Customer: Delta Freight' }));
    await atHeading();
    await page.getByRole('navigation').getByRole('link', { name: 'Alerting' }).click();
    await expect.poll(path).toBe('/alert');
    expect(search().get('customer')).toBe('4');
  });

  atNight.each([
    [true, ['ALERT.read', 'MISC.THEME.write']],
    [false, ['ALERT.read']],
  ] as const)('changes the theme only with the permission for it: %s', async (may, permissions) => {
    await open('/account', { session: aSession({ permissions: [...permissions] }) });
    const theme = page.getByRole('button', { name: 'Theme' });
    await expectVisible(theme);
    expect(theme.element().getAttribute('aria-disabled')).toBe(may ? null : 'true');
    await theme.click({ force: true });
    const light = page.getByRole('menuitemcheckbox', { name: 'Light' });
    if (may) await light.click();
    else await expect.element(theme).toHaveAccessibleDescription(/^You need the permission “.*[Tt]heme/);
    await expect.poll(shownTheme).toBe(may ? 'light' : 'dark');
    await expectHidden(light);
  });

  atNight('stores language, theme and date format in the account', async () => {
    const { server } = await open();
    const choose = async (label: string, option: string) => {
      await section('Language, dates and theme').getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await expectVisible(page.getByText(/^Current time: \d+ \w+ \d{4}, \d\d:\d\d\.$/));
    await choose('Dates', 'American');
    await expectVisible(page.getByText(/^Current time: \w+ \d+, \d{4}, \d\d:\d\d\.$/));
    await choose('Theme', 'Light');
    await choose('Language', 'Français');
    await expectVisible(page.getByRole('heading', { name: 'Mon compte' }));
    await expect
      .poll(() => server.received(updatePreferences).map(({ body }) => body))
      .toEqual([{ dates: 'en' }, { theme: 'light' }, { language: 'fr' }]);
  });

  atNight('changes the password after the current one', async () => {
    await open();
    const box = section('Password');
    const entry = (name: string) => box.getByRole('textbox', { name, exact: true });
    await box.getByRole('button', { name: 'Change password' }).click();
    await expectVisible(box.getByText('Enter your current password'));
    await entry('Current password').fill('wrong');
    await entry('New password').fill('a horse beyond the hills');
    await entry('Confirm new password').fill('a horse beyond the hills');
    await box.getByRole('button', { name: 'Change password' }).click();
    await expectVisible(box.getByRole('alert').getByText('The current password is not correct.'));
    await entry('Current password').fill('right');
    await box.getByRole('button', { name: 'Change password' }).click();
    await expectVisible(page.getByText('Your password was changed. Your other sessions were ended.'));
    await expect.element(entry('New password')).toHaveValue('');
  });

  it('switches the second factor on and off', async () => {
    await open();
    const box = section('Second factor');
    const password = box.getByRole('textbox', { name: 'Current password' });
    const code = box.getByRole('textbox', { name: 'Code' });
    await box.getByRole('button', { name: 'Set up' }).click();
    await password.fill('right');
    await userEvent.keyboard('{Enter}');
    await expectVisible(box.getByRole('img', { name: 'QR code for the authenticator app' }));
    await code.fill('000000');
    await userEvent.keyboard('{Enter}');
    await expectVisible(box.getByRole('alert').getByText('This code is incorrect'));
    await code.fill('123456');
    await userEvent.keyboard('{Enter}');
    await box.getByRole('button', { name: 'I have saved them' }).click();
    await expectVisible(box.getByText('10 recovery codes left'));
    await box.getByRole('button', { name: 'Turn off' }).click();
    await password.fill('right');
    await userEvent.keyboard('{Enter}');
    await expectVisible(box.getByRole('button', { name: 'Set up' }));
  });

  it('lists where one is signed in, and ends one or all of the others', async () => {
    const { server } = await open();
    const rows = section('Active sessions').getByRole('listitem');
    const count = () => rows.elements().length;
    await expect.poll(count).toBe(3);
    expect(server.received(listOwnSessions)).toHaveLength(1);
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'End the session from 192.0.2.2' }).click();
    await expect.poll(count).toBe(2);
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await expect.poll(count).toBe(1);
    await expectVisible(rows.getByText('This browser'));
  });
});
