import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { openLog } from '#platform/log/log.ts';
import { openStack } from '#tests/store/stack.ts';
import { LearnedIndexes } from './learned-indexes.ts';

type Store = Awaited<ReturnType<typeof openStack>>;
let store: Store;
const ports: number[] = [];

beforeAll(async () => {
  store = await openStack();
  const { db } = store;
  const { id: profile_id } = await db
    .insertInto('customer_profile')
    .values({ name: 'all' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: customer_id } = await db
    .insertInto('customer')
    .values({ client_id: 'a', name: 'A', profile_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const element = async (kind: string, parent_id: number | null, name: string): Promise<number> =>
    (
      await db
        .insertInto('network_element')
        .values({ customer_id, kind, parent_id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const site = await element('site', null, 'Paris');
  const device = await element('device', site, 'edge');
  await db.insertInto('device').values({ id: device, address: '192.0.2.1' }).execute();
  for (const name of ['Gi0/0', 'Gi0/1', 'Gi0/2']) {
    const id = await element('interface', device, name);
    await db.insertInto('network_interface').values({ id }).execute();
    ports.push(id);
  }
});
afterAll(() => store.close());

const saved = async (): Promise<readonly (number | null)[]> =>
  (await store.db.selectFrom('network_interface').select('if_index').orderBy('id').execute()).map(
    ({ if_index }) => if_index,
  );

it('the indexes of many devices are published in batches, not per device', async () => {
  const clock = new ManualClock(0);
  const stop = new AbortController();
  let announced = 0;
  const publish = (): void => {
    announced += 1;
  };
  const learned = new LearnedIndexes({
    db: store.db,
    bus: { publish },
    clock,
    log: openLog('poller', 'silent'),
  });
  learned.start(stop.signal);
  const note = (at: number, index: number | null): void => {
    learned.add(new Map([[ports[at]!, index]]));
  };
  note(0, 1);
  await clock.advance(500);
  expect([announced, await saved()]).toEqual([1, [1, null, null]]);
  note(1, 2);
  await clock.advance(5_000);
  note(2, 3);
  await clock.advance(4_000);
  expect([announced, await saved()]).toEqual([1, [1, null, null]]);
  await clock.advance(1_000);
  expect([announced, await saved()]).toEqual([2, [1, 2, 3]]);
  // Unchanged indexes are not published.
  note(2, 3);
  await clock.advance(60_000);
  expect(announced).toBe(2);
  note(2, null);
  await learned.save();
  expect([announced, await saved()]).toEqual([3, [1, 2, null]]);
  stop.abort();
});

it('the target of a probe is stored with what is described of it, and published once', async () => {
  const { db } = store;
  const { customer_id, parent_id: device_id } = await db
    .selectFrom('network_element')
    .selectAll()
    .where('id', '=', ports[0]!)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('network_element')
    .values({ customer_id, kind: 'probe', parent_id: device_id, name: 'IP SLA 10' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const probe = { id, device_id: device_id!, kind: 'probe', scope: 'ipsla', key: '10' } as const;
  await db
    .insertInto('network_component')
    .values({ ...probe, fields: { tag: 'voice' } })
    .execute();
  let announced = 0;
  const learned = new LearnedIndexes({
    db,
    clock: new ManualClock(0),
    log: openLog('poller', 'silent'),
    bus: { publish: () => void (announced += 1) },
  });
  for (let round = 0; round < 2; round += 1) {
    learned.addTargets(new Map([[id, '192.0.2.1']]));
    await learned.save();
  }
  const row = await db
    .selectFrom('network_component')
    .select('fields')
    .where('id', '=', id)
    .executeTakeFirst();
  expect([row?.fields, announced]).toEqual([{ tag: 'voice', target: '192.0.2.1' }, 1]);
});
