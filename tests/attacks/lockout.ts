import type { Attack, Target } from './attack.ts';
import { administrator, codeOf, isSignedIn, Stranger, trySignIn } from './stranger.ts';
import { withUser, type MadeUser } from './with-user.ts';

/** More than any lock needs by default. */
const GUESSES = 7;

async function guess(target: Target, username: string): Promise<void> {
  for (let guesses = 0; guesses < GUESSES; guesses += 1)
    await trySignIn(new Stranger(target), username, 'not the password');
}

const withVictim = (
  target: Target,
  use: (victim: MadeUser) => Promise<string | undefined>,
): Promise<string | undefined> => withUser(target, {}, use);

export const lockoutAttacks: readonly Attack[] = [
  {
    name: 'failed sign-ins of strangers end no session of the user',
    run: (target) =>
      withVictim(target, async ({ username, page }) => {
        await guess(target, username);
        return (await isSignedIn(page)) ? undefined : 'the session ended';
      }),
  },
  {
    name: 'failed sign-ins of strangers do not keep the user out of a known browser',
    run: (target) =>
      withVictim(target, async ({ username, password, page }) => {
        await guess(target, username);
        const response = await page.send('POST', '/api/v1/internalLogin', { username, password });
        return response.status === 200 ? undefined : `${String(response.status)} ${codeOf(response)}`;
      }),
  },
  {
    name: 'failed sign-ins of strangers lock out no administrator',
    run: async (target) => {
      const page = await administrator(target);
      const { user } = JSON.parse((await page.get('/api/v1/session')).text) as { user: { id: number } };
      try {
        await guess(target, target.admin.username);
        if (!(await isSignedIn(page))) return 'the session ended';
        const response = await page.send('POST', '/api/v1/internalLogin', target.admin);
        return response.status === 200 ? undefined : `${String(response.status)} ${codeOf(response)}`;
      } finally {
        await page.send('POST', `/api/v1/mt/user/${String(user.id)}/unlock`, { confirmed: true });
      }
    },
  },
  {
    name: 'the right password of a locked account opens nothing in an unknown browser',
    run: (target) =>
      withVictim(target, async ({ username, password }) => {
        await guess(target, username);
        const response = await trySignIn(new Stranger(target), username, password);
        return response.status === 200 ? 'signed in' : undefined;
      }),
  },
  {
    name: 'sign-ins with made-up names delay no change of a password',
    run: (target) =>
      withVictim(target, async ({ id, page }) => {
        for (const name of ['password of', 'own password: account', 'second factor of'])
          for (let times = 0; times < 4; times += 1)
            await trySignIn(new Stranger(target), `${name} ${String(id)}`, 'not the password');
        const body = { current: 'wrong', password: 'x', confirmation: 'x' };
        const response = await page.send('PUT', '/api/v1/session/password', body);
        return response.status === 429 ? 'the user has to wait' : undefined;
      }),
  },
];
