import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RunStore } from '#ingest/discovery/run/run-store.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const progress = { addresses: 100, queried: 0, found: 0, rejections: {}, rejected: [] };
const nothing = { drafts: [], unanswered: [], seen: [] };
const network = NetworkFile.parse({
  customers: [
    { clientId: 'a', name: 'A', sites: [{ name: 'one', city: 'Lyon', latitude: 45, longitude: 4 }] },
  ],
});

let stack: Stack;
let clock: ManualClock;
let id: number;
beforeAll(async () => {
  stack = await openStack();
  await importNetwork({ db: stack.db, secrets: testSecrets }, network);
});
afterAll(() => stack.close());
beforeEach(async () => {
  const { db } = stack;
  clock = new ManualClock(Date.UTC(2026, 0, 5));
  await db.deleteFrom('discovery_run').execute();
  const [site] = [...(await loadInventory(db)).sites.values()];
  const request = DiscoveryRequest.parse({
    site: site!.id,
    ranges: ['192.0.2.0-192.0.2.99'],
    credentials: [{ community: 'public' }],
  });
  const row = await db
    .insertInto('discovery_run')
    .values({
      customer_id: site!.customer,
      site_id: site!.id,
      request,
      progress,
      created_at: clock.now(),
      created_by: 'operator',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ({ id } = row);
});

const worker = (name: string): RunStore => new RunStore(stack.db, clock, name);
const state = async () =>
  stack.db
    .selectFrom('discovery_run')
    .select(['state', 'fault', 'attempts', 'lease_owner'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('a discovery whose process', () => {
  it('works is worked on by no other process', async () => {
    expect((await worker('one').claim())?.id).toBe(id);
    await clock.advance(29_000);
    expect(await worker('two').claim()).toBeUndefined();
  });

  it('was killed continues in another process where it stood, and the former one is fenced off', async () => {
    const [one, two] = [worker('one'), worker('two')];
    const run = (await one.claim())!;
    expect(await one.save(run, { progress: { ...progress, queried: 40 }, next: 40 })).toBe('running');
    await clock.advance(31_000);
    expect(await two.claim()).toMatchObject({ id, next_address: 40, progress: { queried: 40 }, attempts: 2 });
    expect(await one.save(run, { progress, next: 99 })).toBe('lost');
    expect(await one.finish(run, nothing)).toBe(false);
    expect(await one.cancel(run)).toBe(false);
    await one.release(run);
    expect(await state()).toMatchObject({ state: 'running', lease_owner: 'two' });
  });

  it('was killed five times is reported as interrupted', async () => {
    for (let time = 1; time <= 5; time += 1) {
      expect(await worker(`worker ${String(time)}`).claim()).toMatchObject({ attempts: time });
      expect(await worker('other').expireRuns()).toEqual([]);
      await clock.advance(31_000);
    }
    const other = worker('other');
    expect(await other.claim()).toBeUndefined();
    expect((await other.expireRuns()).map((run) => run.id)).toEqual([id]);
    expect(await state()).toMatchObject({ state: 'interrupted', fault: 'DISCOVERY_INTERRUPTED' });
  });

  it('fails again and again waits longer each time, and is reported as failed with the last reason', async () => {
    for (let time = 1; time <= 5; time += 1) {
      const one = worker('one');
      await one.requeue((await one.claim())!, 'DISCOVERY_STORE_FAILED');
      expect(await one.claim()).toBeUndefined();
      await clock.advance(time * 10_000);
    }
    await clock.advance(31_000);
    await worker('one').expireRuns();
    expect(await state()).toMatchObject({ state: 'failed', fault: 'DISCOVERY_STORE_FAILED' });
  });

  it('lost its lease to a later attempt of its own is fenced off, too', async () => {
    const one = worker('one');
    const run = (await one.claim())!;
    await clock.advance(31_000);
    const again = (await one.claim())!;
    expect(await one.save(run, { progress, next: 99 })).toBe('lost');
    expect(await one.save(again, { progress, next: 1 })).toBe('running');
  });

  it('was stopped counts as none of these times', async () => {
    const one = worker('one');
    await one.release((await one.claim())!);
    expect(await state()).toMatchObject({ state: 'queued', attempts: 0, lease_owner: null });
  });

  it('learns of a cancellation at its next heartbeat', async () => {
    const one = worker('one');
    const run = (await one.claim())!;
    await stack.db
      .updateTable('discovery_run')
      .set({ cancel_requested: true })
      .where('id', '=', id)
      .execute();
    expect(await one.save(run, { progress, next: 1 })).toBe('cancelled');
  });
});
