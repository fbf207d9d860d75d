import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTargets } from '#platform/inventory/load-targets.ts';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import type { Profile } from '#schemas/profile/routes.ts';
import type { ResourceSummary } from '#schemas/resource/resource.ts';
import { rounds } from '../fixtures/rounds.ts';
import { post, someone } from '../fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '../fixtures/server/server-under-test.ts';

const ROUNDS = rounds(8);

let server: ServerUnderTest;
let page: Browser;
beforeAll(async () => {
  server = await openServer();
  ({ page } = await someone(server));
});
afterAll(() => server.close());

async function put<Reply>(path: string, body: object): Promise<Reply> {
  const response = await page.send('PUT', `/api/v1${path}`, { body });
  if (response.statusCode !== 200) throw new Error(`${path} responses ${response.body}`);
  return response.json();
}

const turns = Array.from({ length: ROUNDS }, (_, turn) => turn);

/** Back and forth between two profiles. */
async function moves(clientId: string, [one, other]: readonly [number, number]): Promise<void> {
  const path = `/cc/customer/${String(server.customers.get(clientId))}`;
  let customer = (await page.get(`/api/v1${path}`)).json<Customer>();
  for (const round of turns) {
    const { name, defaultRole, recipientId, contractedInBps, contractedOutBps, version } = customer;
    const { timeZone, explainsAlarms } = customer;
    const retained = {
      name,
      defaultRole,
      recipientId,
      contractedInBps,
      contractedOutBps,
      timeZone,
      explainsAlarms,
      version,
    };
    customer = await put(path, { ...retained, profile: round % 2 === 0 ? one : other });
  }
}

async function sharesIn(name: string, profiles: readonly number[]): Promise<void> {
  const cluster = { type: 'application', name, sites: [], applications: [1], everySite: true };
  const { id, version: first } = await post<ClusterEntry>(page, '/mt/cluster', cluster);
  let version = first;
  for (const round of turns) {
    const body = {
      version,
      everyone: round % 3 === 2,
      profiles: round % 2 === 0 ? profiles : profiles.slice(1),
      clients: [],
    };
    ({ version } = await put<ResourceSummary>(`/mt/share-resource/cluster/${String(id)}`, body));
  }
}

async function comeAndGo(name: string): Promise<void> {
  for (const round of turns) {
    const { id } = await post<Profile>(page, '/cc/profile', { name: `${name} ${String(round)}` });
    await page.send('DELETE', `/api/v1/cc/profile/${String(id)}`);
  }
}

describe('sharing clusters while customers change their profiles', () => {
  it('waits for the customers: no call is rejected, and the last share wins', async () => {
    const [gold, silver] = await Promise.all(
      ['Gold', 'Silver'].map(async (name) => (await post<Profile>(page, '/cc/profile', { name })).id),
    );
    const both = [gold!, silver!] as const;
    await Promise.all([
      ...['acme', 'globex', 'initech'].map((clientId) => moves(clientId, both)),
      ...['Coast', 'Valley', 'Hill'].map((name) => sharesIn(name, both)),
      comeAndGo('Passing'),
    ]);
    const reached = [...(await loadTargets(server.stack.db)).clusters.values()].map(
      ({ name, customer }) => `${name} ${String(customer)}`,
    );
    const expected = ['Coast', 'Valley', 'Hill'].flatMap((name) =>
      [...server.customers.values()].map((customer) => `${name} ${String(customer)}`),
    );
    expect(reached.filter((one) => /^(Coast|Valley|Hill)/.test(one)).sort()).toEqual(expected.sort());
  });
});
