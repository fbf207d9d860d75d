import { setTimeout as wait } from 'node:timers/promises';
import { AttackImpossible, type Attack, type Target } from './attack.ts';
import { withRestricted, type Scene } from './boundaries.ts';
import { codeOf, type Stranger } from './stranger.ts';
import { withUser } from './with-user.ts';

const IMPORTS = '/api/v1/mt/provisioning';
const MAPPINGS = '/api/v1/mt/provisioning-mapping';
const PATIENCE_MS = 120_000;

interface Run {
  readonly id: number;
  readonly state: string;
}

async function upload(page: Stranger, content: string): Promise<number> {
  const response = await page.upload(`${IMPORTS}?name=attack.csv&mode=lines`, content);
  if (response.status !== 200) throw new AttackImpossible(`upload: ${codeOf(response)}`);
  return (JSON.parse(response.text) as Run).id;
}

async function read(page: Stranger, id: number) {
  const { text } = await page.get(`${IMPORTS}/${String(id)}`);
  return JSON.parse(text) as { import: Run; faults: readonly { code: string }[] };
}

async function ready(page: Stranger, id: number) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(200)) {
    const detail = await read(page, id);
    if (!['queued', 'running'].includes(detail.import.state)) return detail;
  }
  throw new AttackImpossible('the import did not end');
}

/** A second user of the same role, of the other customer. */
async function withOther(
  target: Target,
  { admin, foreign }: Scene,
  use: (page: Stranger) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { text } = await admin.get('/api/v1/mt/role');
  const { roles } = JSON.parse(text) as { roles: { id: number; label: string }[] };
  const role = roles.find(({ label }) => label.startsWith('Attack '))?.id;
  const access = { ...(role === undefined ? {} : { role }), customers: [foreign] };
  return withUser(target, access, ({ page }) => use(page));
}

async function takeMapping(target: Target, scene: Scene): Promise<string | undefined> {
  const { page } = scene.restricted;
  const name = `Columns ${String(Date.now())}`;
  const created = await page.send('POST', MAPPINGS, { name, columns: { customer: 'Client' } });
  const { id } = JSON.parse(created.text) as { id: number };
  const path = `${MAPPINGS}/${String(id)}`;
  try {
    return await withOther(target, scene, async (other) => {
      if ((await other.get(MAPPINGS)).text.includes(name)) return 'listed';
      const changed = await other.send('PUT', path, { name: 'taken', columns: { customer: 'x' } });
      const deleted = await other.send('DELETE', path);
      return changed.status === 404 && deleted.status === 404
        ? undefined
        : `changed ${String(changed.status)}, deleted ${String(deleted.status)}`;
    });
  } finally {
    await page.send('DELETE', path);
  }
}

/** A device of a customer with SNMP access: its path, as a file names it. */
async function polledDevice({
  admin,
  own,
}: Scene): Promise<readonly [client: string, site: string, device: string]> {
  const session = JSON.parse((await admin.get('/api/v1/session')).text) as {
    customers: { id: number; clientId: string }[];
  };
  const client = session.customers.find(({ id }) => id === own)?.clientId;
  const { text } = await admin.get(`/api/v1/customers/${String(own)}/inventory/device`);
  const { elements = [] } = JSON.parse(text) as {
    elements?: { name: string; site: { name: string } | null; properties: { snmp?: string } }[];
  };
  const device = elements.find(({ site, properties }) => site !== null && (properties.snmp ?? '') !== '');
  if (client === undefined || device?.site == null)
    throw new AttackImpossible('the customer has no device that is polled');
  return [client, device.site.name, device.name];
}

async function moveDevice(scene: Scene): Promise<string | undefined> {
  const { page } = scene.restricted;
  const path = await polledDevice(scene);
  const id = await upload(page, `customer,site,device,address\n${path.join(',')},127.77.0.8\n`);
  try {
    const { faults, import: run } = await ready(page, id);
    if (faults.some(({ code }) => code === 'NETWORK_ADDRESS_NOT_ALLOWED')) return undefined;
    return `the import is ${run.state} with ${String(faults.length)} faults`;
  } finally {
    await page.send('POST', `${IMPORTS}/${String(id)}/cancel`);
  }
}

async function queueMany(target: Target, scene: Scene): Promise<string | undefined> {
  const { page } = scene.restricted;
  const line = 'unknown,site,device,192.0.2.1\n';
  const large = `customer,site,device,address\n${line.repeat(150_000)}`;
  const ids: number[] = [];
  for (let at = 0; at < 4; at += 1) ids.push(await upload(page, large));
  return withOther(target, scene, async (other) => {
    await ready(other, await upload(other, 'customer,site\nx,y\n'));
    const states = await Promise.all(ids.map(async (id) => (await read(page, id)).import.state));
    return states.includes('queued') ? undefined : `others waited for all of ${states.join(', ')}`;
  });
}

/** Imports of two customers. */
export const importAttacks: readonly Attack[] = [
  {
    name: 'a user of one customer points no device with SNMP access to another address',
    run: (target) => withRestricted(target, moveDevice),
  },
  {
    name: 'saved columns of imports of one customer are not those of another',
    run: (target) => withRestricted(target, (scene) => takeMapping(target, scene)),
  },
  {
    name: 'many large imports of one customer keep another waiting for one of them at most',
    run: (target) => withRestricted(target, (scene) => queueMany(target, scene)),
  },
];
