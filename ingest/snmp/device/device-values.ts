import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { DevicePoller } from '#schemas/polling/device-poller.ts';
import type { FactRow } from '../catalogue/fact-row.ts';
import { hasMemory, procedures, usesRow } from '../catalogue/procedures.ts';
import { scalar } from '../interface/objects.ts';
import { readInOrder } from '../request/read-in-order.ts';
import type { LearnedPoller } from './extras.ts';
import { getObjects, type RequestContext, type Collected } from '../request/get-objects.ts';
import type { Cell, Reading } from '../cell.ts';
import type { SnmpValue } from '../agent/value.ts';
import { walkTable, type TableBinding } from '../request/walk-column.ts';

/** Rows read of a table, and rows walked to find them: a large chassis has thousands of parts. */
const MAX_ROWS = 200;
const MAX_WALKED = 3_000;

type Row = LearnedPoller['rows'][number];

/** Facts of the rows that the poller uses. Undefined if the agent stopped responding. */
async function readFacts(
  requesting: RequestContext,
  { facts, procedure }: DevicePoller,
  found: readonly { readonly index: string; readonly facts: Readonly<Record<string, SnmpValue>> }[],
): Promise<readonly Row[] | undefined> {
  const others = Object.entries(facts).filter(([name]) => found.some((row) => row.facts[name] === undefined));
  const oids = found.flatMap(({ index }) => others.map(([, column]) => `${column}.${index}`));
  const { values, complete } = await getObjects(requesting, oids);
  if (!complete) return undefined;
  const rows = found.map(({ index, facts: known }): Row => {
    const read = others.map(([name, column]) => [name, values.get(`${column}.${index}`)?.value] as const);
    return { index, facts: { ...known, ...Object.fromEntries(read) } };
  });
  return rows.filter((row) => usesRow(procedure, row.facts));
}

/** Rows of the device that the poller uses. Undefined if the agent stopped responding. */
async function readRows(
  requesting: RequestContext,
  poller: DevicePoller,
): Promise<readonly Row[] | undefined> {
  const found = await walkTable(requesting, poller.rows, MAX_WALKED);
  if (found === undefined) return undefined;
  const own = Object.entries(poller.facts).filter(([, column]) => column === poller.rows);
  const rows = found.map(({ index, value }: TableBinding) => ({
    index,
    facts: Object.fromEntries(own.map(([name]) => [name, value])),
  }));
  const used = rows.filter(({ facts }) => hasMemory(facts)).slice(0, MAX_ROWS);
  return used.length === 0 ? [] : readFacts(requesting, poller, used);
}

/** Private enterprise number of the device's vendor by sysObjectID (RFC 3418), undefined if unknown. */
async function readEnterprise(requesting: RequestContext): Promise<number | undefined> {
  const { values } = await getObjects(requesting, [scalar.sysObjectId]);
  const value = values.get(scalar.sysObjectId)?.value;
  const arc = value?.type === 'oid' ? /^1\.3\.6\.1\.4\.1\.(\d+)(\.|$)/.exec(value.value)?.[1] : undefined;
  return arc === undefined ? undefined : Number(arc);
}

/** First the objects of the vendor and standard ones; those of other vendors, which devices of an OEM have, last. */
function inOrder(pollers: readonly DevicePoller[], number: number | undefined): readonly DevicePoller[] {
  const isLikely = ({ enterprises }: DevicePoller): boolean =>
    number === undefined || enterprises === undefined || enterprises.includes(number);
  return [...pollers.filter(isLikely), ...pollers.filter((poller) => !isLikely(poller))];
}

/** Learns which catalogue pollers the device supports. Undefined if the agent stopped responding. */
export async function learnPollers(
  requesting: RequestContext,
  devicePollers: readonly DevicePoller[],
): Promise<readonly LearnedPoller[] | undefined> {
  if (devicePollers.length === 0) return [];
  const learned = new Map<DevicePoller['subject'], LearnedPoller>();
  for (const poller of inOrder(devicePollers, await readEnterprise(requesting))) {
    if (learned.has(poller.subject)) continue;
    const rows = await readRows(requesting, poller);
    if (rows === undefined) return undefined;
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
  requesting: RequestContext,
  learned: readonly LearnedPoller[],
  onRead: (cells: readonly Cell[]) => void,
): Promise<void> {
  await readInOrder(requesting, learned.map(withObjects), (pollers, collected) => {
    // A partial read would give a wrong sum.
    if (collected.complete) onRead(pollers.flatMap((poller) => readPoller(poller, collected)));
  });
}
