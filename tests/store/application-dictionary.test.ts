import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchApplications } from '#platform/application/load.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { ApplicationAttributes } from '#schemas/application/definition.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { openStack, type Stack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

/** Everything that a process reads at its start. */
async function reread() {
  const ending = new AbortController();
  const { db, bus } = stack;
  const config = await watchApplications({
    db,
    bus,
    clock: systemClock,
    log: silentLog,
    signal: ending.signal,
  });
  ending.abort();
  return config.current;
}

const attributes = ApplicationAttributes.parse({ ports: ['443'] });
const insert = async (name: string, order: number, content: unknown = attributes, everyone = true) => {
  const { id } = await stack.db
    .insertInto('resource')
    .values({ kind: 'application', name, visibility: 'multi-client', shared_with_all: everyone })
    .returning('id')
    .executeTakeFirstOrThrow();
  await stack.db
    .insertInto('custom_application')
    .values({ resource_id: id, sort_order: order, attributes: JSON.stringify(content) as never })
    .execute();
  return id;
};

describe('the dictionary of custom applications', () => {
  it('contains every application except unreadable ones', async () => {
    await insert('Intranet', 1);
    await insert('Broken', 2, { ports: ['http'] });
    const { applications, precedence } = await reread();
    expect(precedence).toBe('provider');
    expect(applications).toMatchObject([
      { name: 'Intranet', customer: undefined, order: 1, active: true, attributes },
    ]);
  });

  it('lists the customers that a provider application is shared with, directly and by profile', async () => {
    const { db } = stack;
    const ids = (await Promise.all(
      ['gold', 'silver'].map((name) =>
        db.insertInto('customer_profile').values({ name }).returning('id').executeTakeFirstOrThrow(),
      ),
    )) as [{ id: number }, { id: number }];
    const customerOf = async (client_id: string, profile_id: number) =>
      (
        await db
          .insertInto('customer')
          .values({ client_id, name: client_id, profile_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const gold = await customerOf('gold one', ids[0].id);
    const silver = await customerOf('silver one', ids[1].id);
    const other = await customerOf('silver two', ids[1].id);
    const id = await insert('Shared', 9, attributes, false);
    const sharedWith = async () =>
      (await reread()).applications.find(({ name }) => name === 'Shared')?.sharedWith;
    expect(await sharedWith()).toEqual([]);
    await db
      .insertInto('resource_share')
      .values([
        { resource_id: id, profile_id: ids[0].id },
        { resource_id: id, customer_id: other },
      ])
      .execute();
    expect(await sharedWith()).toEqual([gold, other]);
    await db.updateTable('customer').set({ profile_id: ids[0].id }).where('id', '=', silver).execute();
    expect(await sharedWith()).toEqual([gold, silver, other]);
    await db.deleteFrom('resource').where('id', '=', id).execute();
    expect(await sharedWith()).toBeUndefined();
  });

  it('follows announced changes and the precedence setting', async () => {
    const ending = new AbortController();
    const { db, bus } = stack;
    const config = await watchApplications({
      db,
      bus,
      clock: systemClock,
      log: silentLog,
      signal: ending.signal,
    });
    const changed = new Promise((resolve) => {
      config.onChange(resolve);
    });
    const before = config.current.applications;
    await insert('Mail', 3);
    await db
      .insertInto('setting')
      .values({ name: 'application.precedence', value: JSON.stringify('customer') })
      .execute();
    await bus.flush();
    bus.publish(subjects.config('application'), '');
    await changed;
    expect(config.current.applications.map(({ name }) => name)).toEqual(['Intranet', 'Mail']);
    expect(config.current.precedence).toBe('customer');
    // An unchanged application stays the same object, so that nothing is recompiled for it.
    expect(config.current.applications[0]).toBe(before[0]);
    ending.abort();
  });

  it('contains overrides of customers until the application is deleted', async () => {
    const { db } = stack;
    const profile = await db
      .insertInto('customer_profile')
      .values({ name: 'bronze' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: customer } = await db
      .insertInto('customer')
      .values({ client_id: 'bronze', name: 'bronze', profile_id: profile.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const resource = await insert('Overridden', 11);
    const { id } = await db
      .selectFrom('custom_application')
      .select('id')
      .where('resource_id', '=', resource)
      .executeTakeFirstOrThrow();
    const own = ApplicationAttributes.parse({ ports: ['8443'] });
    const key = { customer_id: customer, application_id: id };
    await db
      .insertInto('application_override')
      .values({ ...key, attributes: own })
      .execute();
    const named = async () => (await reread()).applications.filter(({ name }) => name === 'Overridden');
    expect(await named()).toEqual([
      { id, name: 'Overridden', customer: undefined, order: 11, active: true, attributes },
      { id, name: 'Overridden', customer, order: 11, active: true, attributes: own, overrides: true },
    ]);
    await db.deleteFrom('resource').where('id', '=', resource).execute();
    expect(await named()).toEqual([]);
  });

  it('is read again only when one of its tables changes, announced or not', async () => {
    const { db, bus } = stack;
    let readings = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        const isReading =
          node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"custom_application"');
        if (isReading) readings += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const clock = new ManualClock(Date.now());
    const ending = new AbortController();
    const config = await watchApplications({
      db: db.withPlugin(counting),
      bus,
      clock,
      log: silentLog,
      signal: ending.signal,
    });
    const isReadAgain = async (): Promise<boolean> => {
      const before = readings;
      await clock.advance(60_000);
      return readings > before;
    };
    expect(await isReadAgain()).toBe(true);
    // PostgreSQL reports a change within ten seconds of its commit.
    await expect.poll(isReadAgain, { timeout: 60_000, interval: 1_000 }).toBe(false);
    await insert('Not announced', 9);
    await expect.poll(isReadAgain, { timeout: 60_000, interval: 1_000 }).toBe(true);
    expect(config.current.applications.map(({ name }) => name)).toContain('Not announced');
    ending.abort();
  });
});
