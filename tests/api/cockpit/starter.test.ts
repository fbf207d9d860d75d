import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAlarms } from '#platform/cockpit/load.ts';
import type { Cockpit, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import type { SharedCockpit } from '#schemas/cockpit/shared-routes.ts';
import { starterCockpit } from '#schemas/cockpit/starter/starter-cockpit.ts';
import { ensureStarterCockpit } from '#server/features/cockpit/starter-cockpit.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { openStack } from '../../store/stack.ts';

const LIBRARY = '/api/v1/mt/cockpit';
const ok = async <Reply>(response: ReturnType<Browser['get']>): Promise<Reply> => {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, expect.anything()]);
  return JSON.parse(body) as Reply;
};

describe('a new installation', () => {
  it('has one cockpit, which is active and applies to every customer, also to later ones', async () => {
    const { db, close } = await openStack();
    try {
      expect(await ensureStarterCockpit(db)).toBe(true);
      const definitions = await loadAlarms(db);
      expect(definitions.map(({ label, enabled }) => [label, enabled])).toEqual(
        starterCockpit.alarms.map(({ label }) => [label, true]),
      );
      // Absent: every customer.
      expect(definitions.flatMap(({ customers }) => customers ?? [])).toEqual([]);
      expect(await ensureStarterCockpit(db)).toBe(false);
      expect(await loadAlarms(db)).toHaveLength(starterCockpit.alarms.length);
    } finally {
      await close();
    }
  });
});

describe('an installation whose alarms are defined already', () => {
  let server: ServerUnderTest;
  let page: Browser;
  beforeAll(async () => {
    // Its network has a cockpit with two alarms.
    server = await openServer();
    await ensureStarterCockpit(server.stack.db);
    await server.account({
      username: 'author',
      permissions: ['TEMPLATE.COCKPIT.write', 'TEMPLATE.COCKPIT.share', 'ALERT.read', 'EXTRA.UNSHARED.read'],
    });
    page = await server.signedIn('author');
  });
  afterAll(() => server.close());

  const library = async () => (await ok<{ cockpits: CockpitSummary[] }>(page.get(LIBRARY))).cockpits;
  const starter = async () => (await library()).find(({ isStarter }) => isStarter === true);

  it('has the cockpit of the product next to its own, inactive, so that no alarm is raised twice', async () => {
    const own = await starter();
    expect(own).toMatchObject({
      name: 'Standard',
      owner: null,
      author: null,
      share: { everyone: true },
      status: { active: false },
      alarms: { total: starterCockpit.alarms.length, enabled: starterCockpit.alarms.length },
    });
    const ofStarter = new Set(starterCockpit.alarms.map(({ label }) => label));
    const defined = await loadAlarms(server.stack.db);
    expect(defined.filter(({ label, enabled }) => ofStarter.has(label) && enabled)).toEqual([]);
    const url = `/api/v1/customers/${String(server.customers.get('acme'))}/cockpit`;
    const shared = (await ok<{ cockpits: SharedCockpit[] }>(page.get(url))).cockpits;
    expect(shared.map(({ isStarter = false, active }) => [isStarter, active])).toContainEqual([true, false]);
  });

  it('can change it like any other, and deletes it for good', async () => {
    const own = await starter();
    const at = `${LIBRARY}/${String(own!.id)}`;
    const body = { name: 'Ours', description: 'Changed', version: own!.version };
    const renamed = await ok<Cockpit>(page.send('PUT', at, { body }));
    expect(renamed).toMatchObject({ name: 'Ours', isStarter: true, author: 'author' });
    const [alarm] = renamed.alarms;
    const off = { version: alarm!.version, enabled: false };
    await ok(page.send('PATCH', `${at}/alarms/${String(alarm!.id)}`, { body: off }));
    const { version } = await ok<Cockpit>(page.get(at));
    await ok(page.send('DELETE', `${at}?version=${String(version)}`));
    expect(await ensureStarterCockpit(server.stack.db)).toBe(false);
    expect((await library()).map(({ name }) => name)).not.toContain('Standard');
    expect(await starter()).toBeUndefined();
  });
});

it('an installation that has a cockpit of its name keeps that one, and gets no other', async () => {
  const { db, close } = await openStack();
  try {
    await db
      .insertInto('resource')
      .values({ kind: 'cockpit', name: 'standard', visibility: 'multi-client' })
      .execute();
    expect(await ensureStarterCockpit(db)).toBe(false);
    expect(await loadAlarms(db)).toEqual([]);
  } finally {
    await close();
  }
});
