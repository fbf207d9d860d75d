import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  defaultSignInPolicy,
  readSignInPolicy,
  updateSignInPolicy,
} from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, renderPage, type RenderOptions } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const open = (policy: Partial<SignInPolicy> = {}, options: RenderOptions = {}) =>
  renderPage('/mt/user/sign-in', {
    session: aSession({ modules: ['user'] }),
    ...options,
    replies: [reply(readSignInPolicy, { ...defaultSignInPolicy, ...policy }), reply(updateSignInPolicy, {})],
  });

describe('the lock by failed sign-ins', () => {
  it('lasts a quarter of an hour by default, and does not concern known browsers', async () => {
    await open();
    await expect.element(page.getByLabelText('Unlock after')).toHaveValue('15 minutes');
    await expectVisible(page.getByText(/keeps out unknown browsers only/));
    expect(await axeFaults()).toEqual([]);
  });

  it('lasts until it is lifted when the field is empty', async () => {
    const { server } = await open();
    await page.getByLabelText('Unlock after').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => server.received(updateSignInPolicy).map(({ body }) => body.lockMinutes))
      .toEqual([null]);
  });

  it('is explained in French', async () => {
    await open({ lockMinutes: null }, { language: 'fr' });
    await expect.element(page.getByLabelText('Déverrouillage au bout de')).toHaveValue('');
    await expectVisible(page.getByText(/n’écarte que les navigateurs inconnus/));
  });
});
