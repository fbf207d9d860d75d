import { randomBytes } from 'node:crypto';
import type { Target } from './attack.ts';
import { administrator, signInAs, Stranger, trySignIn } from './stranger.ts';

export interface MadeUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** The browser of the user, signed in. */
  readonly page: Stranger;
}

interface Access {
  /** The default role when not given. */
  readonly role?: number;
  /** Every customer when not given. */
  readonly customers?: readonly number[];
  /** Sites of a customer to which the user is restricted. */
  readonly restrictions?: readonly {
    readonly customer: number;
    readonly sites: readonly number[];
    readonly regions: readonly string[];
  }[];
}

async function defaultRole(admin: Stranger): Promise<number | undefined> {
  const { roles } = JSON.parse((await admin.get('/api/v1/mt/user-choices')).text) as {
    roles: { id: number; isDefault: boolean }[];
  };
  return roles.find(({ isDefault }) => isDefault)?.id;
}

/** Creates a user for an attack and deletes it afterwards. */
export async function withUser<Result>(
  target: Target,
  { role, customers, restrictions = [] }: Access,
  use: (user: MadeUser) => Promise<Result>,
): Promise<Result> {
  const admin = await administrator(target);
  const username = `victim-${randomBytes(4).toString('hex')}`;
  const draft = { username, firstName: '', lastName: '', email: '', language: null };
  const access = {
    allCustomers: customers === undefined,
    customers: customers ?? [],
    profiles: [],
    restrictions,
  };
  const created = await admin.send('POST', '/api/v1/mt/user', {
    ...draft,
    ...access,
    role: role ?? (await defaultRole(admin)),
  });
  const { user, password: issued } = JSON.parse(created.text) as { user: { id: number }; password: string };
  try {
    const first = new Stranger(target);
    await trySignIn(first, username, issued);
    const password = randomBytes(18).toString('base64url');
    const chosen = { password, confirmation: password };
    await first.send('POST', '/api/v1/internalLogin/password', chosen);
    const page = await signInAs(target, username, password);
    return await use({ id: user.id, username, password, page });
  } finally {
    await admin.send('DELETE', `/api/v1/mt/user/${String(user.id)}`);
  }
}
