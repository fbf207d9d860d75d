import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { silentLog } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { CollectionEffect } from '#server/features/inventory/list/collection-effect.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openStack, type Stack } from './stack.ts';

let stack: Stack;
const ending = new AbortController();

beforeAll(async () => {
  stack = await openStack();
  const sites = [{ name: 'Lyon', latitude: 1, longitude: 2 }];
  const file = NetworkFile.parse({ customers: [{ clientId: 'acme', name: 'Acme', sites }] });
  await importNetwork({ db: stack.db, secrets: testSecrets }, file);
});
afterAll(async () => {
  ending.abort();
  await stack.close();
});

it('a switched element is taking effect until every process has read the inventory again', async () => {
  const { bus, db } = stack;
  const needs = { bus, db, clock: systemClock, log: silentLog, signal: ending.signal };
  // The second process misses announcements.
  const deaf = {
    ...bus,
    subscribe: (...given: Parameters<typeof bus.subscribe>) => {
      if (given[0] === subjects.inventoryReading) bus.subscribe(...given);
    },
  };
  const [first, second] = [await watchInventory(needs), await watchInventory({ ...needs, bus: deaf })];
  await bus.flush();
  const request = () => new CollectionEffect({ bus, db, clock: systemClock }).appliedAt();
  const before = await request();
  expect(before).toBeGreaterThan(0);
  const at = systemClock.now();
  await db.updateTable('network_element').set({ active: false, status_updated_at: at }).execute();
  bus.publish(subjects.config('inventory'), '');
  await expect.poll(() => [...first.current.sites.values()].map(({ active }) => active)).toEqual([false]);
  expect([...second.current.sites.values()].map(({ active }) => active)).toEqual([true]);
  expect(await request()).toBeLessThan(at.getTime());
  const { reload } = second as unknown as { reload: () => Promise<void> };
  await reload();
  expect(await request()).toBeGreaterThanOrEqual(at.getTime());
  const effect = new CollectionEffect({ bus, db, clock: systemClock });
  expect(await effect.switched([...first.current.customers.keys()])).toEqual(new Set());
});
