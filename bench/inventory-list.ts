import { systemClock } from '#platform/clock/system-clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { withStatus } from '#server/features/inventory/list/element-status.ts';
import { CollectionEffect } from '#server/features/inventory/list/collection-effect.ts';
import { InventoryList } from '#server/features/inventory/list/inventory-list.ts';
import { readModelsInForce } from '#server/shared/qos/models-in-force.ts';
import { onStores } from './harness/on-stores.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { changingInventory, fillInventory } from './inventory-reading.ts';

const USERS = 20;
const ROUNDS = 10;
/** A user reads a page before the next request. */
const PACE_MS = 1_000;
const PORTS = 50;
/** Changes of one interface. */
const CHANGES = 5;
const FIRST = [{}, { orderBy: 'device' }, { orderBy: 'alias', order: 'descending' }];
type Asked = Readonly<Record<string, string>>;

/** No two requests are alike. */
const filtered = (at: number): readonly Asked[] => [
  { where: `name:contains:0/${String(at % PORTS)}` },
  {
    where: `device:contains:router-${String(at)}|router-9${String(at % 10)};alias:notcontains:${String(at % 7)}`,
  },
  { where: `alias:notequals:to customer ${String(at)};index:exists`, orderBy: 'site' },
  { q: `router-${String(1_000 + at)} tengig` },
  { where: `name:equals:nothing ${String(at)}` },
  { network: 'orphans', q: String(at) },
  { network: `10.${String(at % 250)}.0.0/16`, active: 'true', orderBy: 'name' },
  { active: 'true', takingEffect: 'false', q: `0/${String(at)}` },
];

async function measure(db: Db): Promise<readonly BenchResult[]> {
  await fillInventory(db);
  const ending = new AbortController();
  const { signal } = ending;
  const { inventory, change } = await changingInventory(db, signal);
  // No other process collects.
  const requestAll = () => Promise.reject(new Error('no reply'));
  const effect = new CollectionEffect({ bus: { requestAll }, db, clock: systemClock });
  const models = (of: readonly number[]) => readModelsInForce(db, of);
  const findings = () => Promise.resolve(new Map<number, never[]>());
  const list = new InventoryList({ inventory, clock: systemClock, effect, models, findings });
  const customers = [...inventory.current.customers.keys()];
  const viewer = { sites: new Map<number, ReadonlySet<number>>() };
  const ask = async (asked: Asked): Promise<number> => {
    const start = performance.now();
    const question = listInventory.query.parse(asked);
    const { page } = await list.find({ kind: 'interface', customers, viewer }, question);
    await withStatus({ db, inventory, effect, findings }, 'interface', page);
    return performance.now() - start;
  };
  const firstMs = await ask({});
  const changedMs: number[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    await change(round);
    changedMs.push(await ask({}));
  }
  /** Twenty users, each at a time of their own. */
  const timesOf = async (questionsOf: (at: number) => readonly Asked[]): Promise<number[]> => {
    const one = async (user: number): Promise<number[]> => {
      const times: number[] = [];
      await systemClock.wait((user * PACE_MS) / USERS);
      for (let round = 0; round < ROUNDS; round += 1) {
        const questions = questionsOf(user * ROUNDS + round);
        times.push(await ask(questions[(user + round) % questions.length] ?? {}));
        await systemClock.wait(PACE_MS);
      }
      return times;
    };
    return (await Promise.all(Array.from({ length: USERS }, (_, user) => one(user)))).flat();
  };
  const [first, found] = [await timesOf(() => FIRST), await timesOf(filtered)];
  ending.abort();
  const name = `the inventory with 100,000 interfaces, ${String(USERS)} users`;
  const of = (what: string, samples: readonly number[]): readonly BenchResult[] =>
    [0.5, 0.95].map((share) => ({
      name: `${name}: ${what}, p${String(share * 100)}`,
      value: quantile(samples, share),
      unit: 'ms',
      samples,
    }));
  return [
    { name: `${name}: the first page of all`, value: firstMs, unit: 'ms', samples: [firstMs] },
    {
      name: `${name}: a page right after one of them was changed`,
      value: quantile(changedMs, 0.5),
      unit: 'ms',
      samples: changedMs,
    },
    ...of('first page, sorted', first),
    ...of('filtered', found),
  ];
}

export const inventoryListBench = { name: 'inventory-list', run: () => onStores(({ db }) => measure(db)) };
