import { randomBytes } from 'node:crypto';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { AttackImpossible, type Attack, type Target } from './attack.ts';
import { administrator, codeOf, type StrangerResponse, type Stranger } from './stranger.ts';
import { withUser, type MadeUser } from './with-user.ts';

const API = '/api/v1';
const made = (what: string): string => `${what} ${randomBytes(4).toString('hex')}`;
const read = async <Reply>(who: Stranger, path: string): Promise<Reply> =>
  JSON.parse((await who.get(`${API}${path}`)).text) as Reply;

export interface Scene {
  readonly target: Target;
  readonly admin: Stranger;
  /** Has every permission, and sees the first customer alone. */
  readonly restricted: MadeUser;
  readonly own: number;
  readonly foreign: number;
}

/** A restricted administrator next to the one of every customer, for one attack. */
export async function withRestricted(
  target: Target,
  use: (scene: Scene) => Promise<string | undefined>,
): Promise<string | undefined> {
  const admin = await administrator(target);
  const { customers } = await read<{ customers: { id: number }[] }>(admin, '/session');
  const [own, foreign] = customers.map(({ id }) => id);
  if (own === undefined || foreign === undefined)
    throw new AttackImpossible('the product has fewer than two customers');
  const draft = { label: made('Attack'), permissions: permissionKeys };
  const role = JSON.parse((await admin.send('POST', `${API}/mt/role`, draft)).text) as { id: number };
  try {
    return await withUser(target, { role: role.id, customers: [own] }, (restricted) =>
      use({ target, admin, restricted, own, foreign }),
    );
  } finally {
    await admin.send('DELETE', `${API}/mt/role/${String(role.id)}`);
  }
}

interface Stored {
  readonly id: number;
  readonly version: number;
}

/** A cockpit of the administrator, shared with every customer if wanted, for one attack. */
async function withCockpit(
  { admin }: Scene,
  isShared: boolean,
  use: (cockpit: Stored) => Promise<string | undefined>,
): Promise<string | undefined> {
  const created = await admin.send('POST', `${API}/mt/cockpit`, { name: made('Attacked') });
  let cockpit = JSON.parse(created.text) as Stored;
  const url = `${API}/mt/share-resource/cockpit/${String(cockpit.id)}`;
  if (isShared) {
    const share = { everyone: true, profiles: [], clients: [], version: cockpit.version };
    cockpit = JSON.parse((await admin.send('PUT', url, share)).text) as Stored;
  }
  try {
    return await use(cockpit);
  } finally {
    const version = String(cockpit.version);
    await admin.send('DELETE', `${API}/mt/cockpit/${String(cockpit.id)}?version=${version}`);
  }
}

/** What was not rejected for want of access; a call that is rejected for another reason proves nothing. */
function accepted(tried: Readonly<Record<string, StrangerResponse>>): string | undefined {
  const through = Object.entries(tried).filter(([, { status }]) => status !== 403 && status !== 404);
  if (through.length === 0) return undefined;
  return through.map(([what, result]) => `${what} (${String(result.status)} ${codeOf(result)})`).join(', ');
}

/** What an administrator of one customer tries with what others have too. */
const restrictedAttacks: readonly Attack[] = [
  {
    name: 'an administrator of one customer changes no cockpit that every customer has',
    run: (target) =>
      withRestricted(target, (scene) =>
        withCockpit(scene, true, async ({ id, version }) => {
          const { page } = scene.restricted;
          const cockpit = `${API}/mt/cockpit/${String(id)}`;
          const share = `${API}/mt/share-resource/cockpit/${String(id)}`;
          return accepted({
            renamed: await page.send('PUT', cockpit, { name: 'Taken', description: '', version }),
            deactivated: await page.send('PUT', `${share}/status`, { active: false, version }),
            unshared: await page.send('DELETE', `${share}?version=${String(version)}`),
            deleted: await page.send('DELETE', `${cockpit}?version=${String(version)}`),
          });
        }),
      ),
  },
  {
    name: 'an administrator of one customer reads no cockpit that the provider has not shared',
    run: (target) =>
      withRestricted(target, (scene) =>
        withCockpit(scene, false, async ({ id }) => {
          const { status } = await scene.restricted.page.get(`${API}/mt/cockpit/${String(id)}`);
          return status === 404 ? undefined : `answered ${String(status)}`;
        }),
      ),
  },
  {
    name: 'an administrator of one customer changes no role of users of another, nor the default role',
    run: (target) =>
      withRestricted(target, async ({ admin, restricted: { page }, foreign }) => {
        const draft = { label: made('Foreign'), permissions: ['ALERT.read'] };
        const role = JSON.parse((await admin.send('POST', `${API}/mt/role`, draft)).text) as Stored;
        const url = `${API}/mt/role/${String(role.id)}`;
        try {
          return await withUser(target, { role: role.id, customers: [foreign] }, async () =>
            accepted({
              changed: await page.send('PUT', url, { ...draft, permissions: [], version: role.version }),
              deleted: await page.send('DELETE', url),
              'made the default': await page.send('POST', `${url}/default`),
            }),
          );
        } finally {
          await admin.send('DELETE', url);
        }
      }),
  },
  {
    name: 'an administrator of one customer makes no user with the administrator role',
    run: (target) =>
      withRestricted(target, async ({ admin, restricted: { page }, own }) => {
        const { roles } = await read<{ roles: { id: number; isAdmin: boolean }[] }>(admin, '/mt/role');
        const username = `taken-${randomBytes(4).toString('hex')}`;
        const draft = { username, firstName: '', lastName: '', email: '', language: null };
        const grants = { allCustomers: false, customers: [own], profiles: [], restrictions: [] };
        const role = roles.find(({ isAdmin }) => isAdmin)?.id;
        const result = await page.send('POST', `${API}/mt/user`, { ...draft, ...grants, role });
        return accepted({ made: result });
      }),
  },
];

/** Reads the audit with a token of one customer. */
async function auditOf({ url }: Target, token: string): Promise<{ customer: number | null }[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${API}/mt/audit`, { headers });
  if (!response.ok) throw new Error(`the audit answers ${String(response.status)}`);
  return ((await response.json()) as { events: { customer: number | null }[] }).events;
}

const tokenAttack: Attack = {
  name: 'a token of one customer reads nothing of what its owner did elsewhere',
  async run(target) {
    const admin = await administrator(target);
    const { customers } = await read<{ customers: { id: number }[] }>(admin, '/session');
    const [own] = customers.map(({ id }) => id);
    if (own === undefined) throw new AttackImpossible('the product has no customer');
    const wish = { name: made('attack'), permissions: ['NETWORK.AUDIT.read'], customers: [own], days: 1 };
    const reply = await admin.send('POST', `${API}/token`, wish);
    const { token, made: created } = JSON.parse(reply.text) as { token: string; made: { id: number } };
    try {
      const foreign = (await auditOf(target, token)).filter(({ customer }) => customer !== own);
      return foreign.length === 0 ? undefined : `${String(foreign.length)} events`;
    } finally {
      await admin.send('DELETE', `${API}/token/${String(created.id)}`);
    }
  },
};

export const boundaryAttacks: readonly Attack[] = [...restrictedAttacks, tokenAttack];
