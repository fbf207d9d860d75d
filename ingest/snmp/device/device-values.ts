import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { DevicePoller } from '#schemas/polling/device-pollers.ts';
import { procedures } from '../catalogue/procedures.ts';
import type { FactRow } from '../catalogue/procedures.ts';
import { readInOrder } from '../request/read-in-order.ts';
import type { LearnedPoller } from './extras.ts';
import type { RequestContext, Collected } from '../request/get-objects.ts';
import type { Cell, Reading } from '../cell.ts';
import type { SnmpValue } from '../agent/value.ts';
import { walkTable } from '../request/walk-column.ts';

/** Rows read of a table, and rows walked to find them. */
const MAX_ROWS = 200;
const MAX_WALKED = 1_000;

async function readFacts(
  asking: RequestContext,
  poller: DevicePoller,
): Promise<ReadonlyMap<string, Record<string, SnmpValue>> | undefined> {
  const found = await walkTable(asking, poller.rows, MAX_WALKED);
  if (found === undefined) return undefined;
  const facts = new Map<string, Record<string, SnmpValue>>(
    found.slice(0, MAX_ROWS).map(({ index }) => [index, {}]),
  );
  for (const [name, column] of facts.size === 0 ? [] : Object.entries(poller.facts)) {
    const values = column === poller.rows ? found : await walkTable(asking, column, MAX_WALKED);
    if (values === undefined) return undefined;
    for (const { index, value } of values) Object.assign(facts.get(index) ?? {}, { [name]: value });
  }
  return facts;
}

/** Learns which catalogue pollers the device supports. Undefined if the agent stopped responding. */
export async function learnPollers(
  asking: RequestContext,
  devicePollers: readonly DevicePoller[],
): Promise<readonly LearnedPoller[] | undefined> {
  const learned = new Map<DevicePoller['subject'], LearnedPoller>();
  for (const poller of devicePollers) {
    if (learned.has(poller.subject)) continue;
    const facts = await readFacts(asking, poller);
    if (facts === undefined) return undefined;
    const rows = [...facts].map(([index, own]) => ({ index, facts: own }));
    if (rows.length > 0) learned.set(poller.subject, { poller, rows });
  }
  return [...learned.values()];
}

const withObjects = (learned: LearnedPoller) => ({
  ...learned,
  oids: learned.rows.flatMap(({ index }) =>
    Object.values(learned.poller.values).map((column) => `${column}.${index}`),
  ),
});

function readPoller({ poller, rows }: LearnedPoller, { values }: Collected): readonly Cell[] {
  let time: Reading | undefined;
  const read = rows.map(({ index, facts }): FactRow => {
    const own = Object.entries(poller.values).flatMap(([name, column]) => {
      const measured = values.get(`${column}.${index}`);
      time = measured?.read ?? time;
      return measured === undefined ? [] : [[name, measured.value] as const];
    });
    return { ...facts, ...Object.fromEntries(own) };
  });
  const counted = Object.entries(procedures[poller.procedure](read)) as [CounterKey, number][];
  return counted.map(([key, value]) => ({ counter: counters[key].id, value: BigInt(value), read: time }));
}

/** Reads the values of the device itself: processors, memory, disks, probes. `onRead` receives each as soon as it is read. */
export async function readDeviceValues(
  asking: RequestContext,
  learned: readonly LearnedPoller[],
  onRead: (cells: readonly Cell[]) => void,
): Promise<void> {
  await readInOrder(asking, learned.map(withObjects), (pollers, collected) => {
    // A partial read would give a wrong sum.
    if (collected.complete) onRead(pollers.flatMap((poller) => readPoller(poller, collected)));
  });
}
