import { randomBytes } from 'node:crypto';
import type { Attack, Target } from './attack.ts';
import { administrator, codeOf, isSignedIn, signedIn, Stranger, trySignIn } from './stranger.ts';

/** More than any lock needs by default. */
const GUESSES = 7;

async function guess(target: Target, username: string): Promise<void> {
  for (let guesses = 0; guesses < GUESSES; guesses += 1)
    await trySignIn(new Stranger(target), username, 'not the password');
}

interface Victim {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** The browser of the victim, signed in. */
  readonly page: Stranger;
}

/** Creates a user for the attack and deletes it afterwards. */
async function withVictim(
  target: Target,
  use: (victim: Victim) => Promise<string | undefined>,
): Promise<string | undefined> {
  const admin = await administrator(target);
  const { roles } = JSON.parse((await admin.get('/api/v1/mt/user-choices')).text) as {
    roles: { id: number; isDefault: boolean }[];
  };
  const username = `victim-${randomBytes(4).toString('hex')}`;
  const draft = { username, firstName: '', lastName: '', email: '', language: null };
  const access = { allCustomers: true, customers: [], profiles: [], restrictions: [] };
  const role = roles.find(({ isDefault }) => isDefault)?.id;
  const created = await admin.send('POST', '/api/v1/mt/user', { ...draft, ...access, role });
  const { user, password: issued } = JSON.parse(created.text) as { user: { id: number }; password: string };
  try {
    const first = new Stranger(target);
    await trySignIn(first, username, issued);
    const password = randomBytes(18).toString('base64url');
    const chosen = { password, confirmation: password };
    await first.send('POST', '/api/v1/internalLogin/password', chosen);
    const page = await signedIn(target, username, password);
    return await use({ id: user.id, username, password, page });
  } finally {
    await admin.send('DELETE', `/api/v1/mt/user/${String(user.id)}`);
  }
}

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
        const answer = await page.send('POST', '/api/v1/internalLogin', { username, password });
        return answer.status === 200 ? undefined : `${String(answer.status)} ${codeOf(answer)}`;
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
        const answer = await page.send('POST', '/api/v1/internalLogin', target.admin);
        return answer.status === 200 ? undefined : `${String(answer.status)} ${codeOf(answer)}`;
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
        const answer = await trySignIn(new Stranger(target), username, password);
        return answer.status === 200 ? 'signed in' : undefined;
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
        const answer = await page.send('PUT', '/api/v1/session/password', body);
        return answer.status === 429 ? 'the user has to wait' : undefined;
      }),
  },
];
