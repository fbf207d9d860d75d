import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSession } from '#schemas/account/routes.ts';
import { signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { aSession } from '#web/testing/a-session.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, type RenderOptions, shellRenderer } from '#web/testing/render-page.tsx';
import { problem, reply, type Replies } from '#web/testing/replies.ts';
import { signInReplies, stepViews } from '#web/testing/sign-in-replies.ts';
import { accepted } from '../testing/account-replies.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...alertingRoutes);

const grid = page.getByRole('grid');
const again = page.getByRole('dialog', { name: /^(Sign in again|Reconnectez-vous)$/ });
const isLive = () => expectVisible(page.getByRole('banner').getByText('Live', { exact: true }));

async function open(options: RenderOptions = {}) {
  const rendered = await renderPage('/alert?customer=1&map=false', { replies: alertReplies(), ...options });
  await expectVisible(grid);
  return rendered;
}

/** Ends the session: nothing is replied to before the sign-in. */
function end(server: Replies, signIn: Parameters<typeof signInReplies>[0] = {}): void {
  for (const each of signInReplies(signIn)) server.set(each);
}

async function enterPassword(): Promise<void> {
  await again.getByLabelText(/^(Password|Mot de passe)$/).fill(accepted.password);
  await again.getByRole('button', { name: /^(Sign in|Se connecter)$/ }).click();
}

/** Types a note of an acknowledgement, and ends the session before it is sent. */
async function acknowledgeAtTheEnd(options: RenderOptions, signIn: Parameters<typeof signInReplies>[0] = {}) {
  const rendered = await open(options);
  await isLive();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}a');
  const form = page.getByRole('dialog', { name: /Acknowledge/ });
  await form.getByLabelText('Note').fill('carrier called, ticket 4711');
  end(rendered.server, signIn);
  let calls = 0;
  rendered.server.set(
    reply(acknowledgeAlarm, ({ body }) => {
      calls += 1;
      const { seen: _seen, ...draft } = body;
      return calls === 1 ? problem('UNAUTHENTICATED') : { ...draft, by: 'Ada Martin', at: Date.now() };
    }),
  );
  await form.getByRole('button', { name: 'Acknowledge' }).click();
  await expectVisible(again);
  return { ...rendered, form };
}

describe('a session that ends while something is typed', () => {
  it('prompts for the password over the page, and repeats what failed', async () => {
    const { server, form } = await acknowledgeAtTheEnd({});
    await expectVisible(again.getByText(/What you typed is kept. Sign in as Ada Martin/));
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expectVisible(again);
    await enterPassword();
    await expectHidden(again);
    await expectHidden(form);
    expect(server.received(signInWithPassword).at(-1)?.body.username).toBe('admin');
    expect(server.received(acknowledgeAlarm).map(({ body }) => body.note)).toEqual(
      Array(2).fill('carrier called, ticket 4711'),
    );
  });

  atNight('requests the second factor too, and keeps the form after a wrong password', async () => {
    const { form } = await acknowledgeAtTheEnd({}, { steps: [stepViews.factor] });
    await again.getByLabelText('Password', { exact: true }).fill('wrong');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(again.getByRole('alert'));
    await enterPassword();
    await again.getByLabelText('Code').fill(accepted.code);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expectHidden(again);
    await expectHidden(form);
  });
});

describe('a session that ends on a page that is watched', () => {
  atNight('leaves for the sign-in page if the user wishes, in French too', async () => {
    const { server, path } = await open({ language: 'fr' });
    end(server);
    liveServer.send('ended');
    await expectVisible(again);
    await again.getByRole('button', { name: 'Quitter cette page sans enregistrer' }).click();
    await expect.poll(path).toBe('/sign-in');
    await expectHidden(again);
  });

  atNight('continues without a query if the user has signed in in another tab', async () => {
    const { server, reloads } = await open();
    await isLive();
    liveServer.send('ended');
    await expect.poll(() => server.received(readSession).length).toBeGreaterThan(1);
    await expectHidden(again);
    expect(reloads()).toBe(0);
  });

  it('loads the page again if another user is signed in', async () => {
    const { server, reloads } = await open();
    await isLive();
    const other = aSession();
    server.set(reply(readSession, { ...other, user: { ...other.user, id: 2, username: 'b.roy' } }));
    liveServer.send('ended');
    await expect.poll(reloads).toBeGreaterThan(0);
  });
});

describeAtNight('a page that is watched', () => {
  it('reports so, warns before the longest a session lasts, and continues after a new sign-in', async () => {
    const endsAt = Date.now() + 8 * MINUTE_MS;
    const { server } = await open({ session: aSession({ endsAt, idleUntil: endsAt }) });
    await isLive();
    expect(liveServer.watched()).toBeGreaterThan(0);
    await expectVisible(page.getByText(/Your session ends at .* Sign in again to keep this page open/));
    end(server);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expectVisible(again);
    await again.getByRole('button', { name: 'Not now' }).click();
    await expectHidden(again);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await enterPassword();
    await expectHidden(again);
    await expectHidden(page.getByText(/Your session ends at/));
    await expectVisible(grid);
  });

  it('counts unhandled criticals in its title and icon', async () => {
    await open();
    await isLive();
    await expect.poll(() => document.title).toMatch(/^\([1-9]\d*\) /);
  });
});
