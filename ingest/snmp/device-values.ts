import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { DevicePoller } from '#schemas/polling/device-pollers.ts';
import { procedures } from './catalogue/procedures.ts';
import type { Row } from './catalogue/procedures.ts';
import { getObjects } from './get-objects.ts';
import type { LearnedPoller } from './extras.ts';
import type { Asking, Collected } from './get-objects.ts';
import type { Cell } from './cell.ts';
import type { Value } from './value.ts';
import { walkTable } from './walk-column.ts';

/** Of a longer table the first rows are read, and not many more are looked at. */
const MOST_ROWS = 200;
const MOST_SEEN = 1_000;

async function factsOf(
  asking: Asking,
  poller: DevicePoller,
): Promise<ReadonlyMap<string, Record<string, Value>> | undefined> {
  const found = await walkTable(asking, poller.rows, MOST_SEEN);
  if (found === undefined) return undefined;
  const facts = new Map<string, Record<string, Value>>(
    found.slice(0, MOST_ROWS).map(({ index }) => [index, {}]),
  );
  for (const [name, column] of facts.size === 0 ? [] : Object.entries(poller.facts)) {
    const values = column === poller.rows ? found : await walkTable(asking, column, MOST_SEEN);
    if (values === undefined) return undefined;
    for (const { index, value } of values) Object.assign(facts.get(index) ?? {}, { [name]: value });
  }
  return facts;
}

/** Looks what of the catalogue the device has; undefined when the agent stopped answering. */
export async function learnPollers(
  asking: Asking,
  devicePollers: readonly DevicePoller[],
): Promise<readonly LearnedPoller[] | undefined> {
  const learned = new Map<DevicePoller['subject'], LearnedPoller>();
  for (const poller of devicePollers) {
    if (learned.has(poller.subject)) continue;
    const facts = await factsOf(asking, poller);
    if (facts === undefined) return undefined;
    const rows = [...facts].map(([index, own]) => ({ index, facts: own }));
    if (rows.length > 0) learned.set(poller.subject, { poller, rows });
  }
  return [...learned.values()];
}

const objectsOf = ({ poller, rows }: LearnedPoller): readonly string[] =>
  rows.flatMap(({ index }) => Object.values(poller.values).map((column) => `${column}.${index}`));

function readPoller({ poller, rows }: LearnedPoller, { values }: Collected): readonly Cell[] {
  let ticks: number | undefined;
  const read = rows.map(({ index, facts }): Row => {
    const own = Object.entries(poller.values).flatMap(([name, column]) => {
      const measured = values.get(`${column}.${index}`);
      ticks = measured?.ticks ?? ticks;
      return measured === undefined ? [] : [[name, measured.value] as const];
    });
    return { ...facts, ...Object.fromEntries(own) };
  });
  const counted = Object.entries(procedures[poller.procedure](read)) as [CounterKey, number][];
  return counted.map(([key, value]) => ({ counter: counters[key].id, value: BigInt(value), ticks }));
}

/** The values of the device itself: processors, memory, disks, probes. */
export async function readDevice(
  asking: Asking,
  learned: readonly LearnedPoller[],
): Promise<readonly Cell[]> {
  const collected = await getObjects(asking, learned.flatMap(objectsOf));
  // Half of the pools would be a wrong sum.
  if (!collected.complete) return [];
  return learned.flatMap((poller) => readPoller(poller, collected));
}
