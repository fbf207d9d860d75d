import { definedCell, firstOfEach } from './defined-values.ts';
import type { DeviceMemory, LearnedPort } from './device-memory.ts';
import { getObjects } from './get-objects.ts';
import type { Measured } from './cell.ts';
import type { Asking, Collected } from './get-objects.ts';
import { readInterface } from './interface-rows.ts';
import type { Cell } from './cell.ts';
import type { InterfaceReading } from './interface-rows.ts';
import { learnIndexes, mustLearn, namesOf } from './learn-indexes.ts';
import { narrowColumns, objectsOf } from './objects.ts';
import type { InterfaceResult, Opening, Poll, PollResult } from './poll.ts';
import { textHash } from './text-hash.ts';
import { wideValue, widen } from '../counter/widen.ts';

/** A device may rename its ports between the learning and the asking: once is enough to catch up. */
const MOST_ROUNDS = 2;

interface Round {
  readonly results: readonly InterfaceResult[];
  readonly renamed: boolean;
}

/** Counters of 32 bit as if they had 64: what reads them knows no rounds. */
function widened({ memory, clock }: Poll, reading: InterfaceReading, place: Place): readonly Cell[] {
  return reading.narrow.map(({ counter, value, ticks }) => {
    const key = `${String(place.interfaceId)}.${String(counter)}`;
    const bits = narrowColumns.get(counter)?.bits ?? 1;
    const wide = widen(memory.widened.get(key), {
      raw: Number(value),
      seenMs: clock.now().getTime(),
      restarted: place.restarted,
      mostPerSecond: reading.speedBps / bits,
    });
    memory.widened.set(key, wide);
    return { counter, value: wideValue(wide), ticks, epoch: wide.epoch };
  });
}

interface Place {
  readonly interfaceId: number;
  readonly restarted: boolean;
}

/** What administrators defined of interfaces. An object that was not answered says nothing, not even its default. */
function definedCells(
  { plan, count }: Poll,
  values: ReadonlyMap<string, Measured>,
  index: number,
): readonly Cell[] {
  return plan.ofInterface.flatMap((poller) => {
    const measured = values.get(`${poller.oid}.${String(index)}`);
    return measured === undefined ? [] : definedCell(poller, [measured], count);
  });
}

function readRound(poll: Poll, values: ReadonlyMap<string, Measured>, restarted: boolean): Round {
  const { interfaces, memory, count, plan } = poll;
  let renamed = false;
  const results = interfaces.flatMap(({ id, name }): readonly InterfaceResult[] => {
    const port = memory.ports?.get(id);
    // Without its name in the answers nobody knows whose counters these are.
    if (port === undefined || !values.has(`${memory.nameColumn}.${String(port.index)}`)) return [];
    const reading = readInterface(values, port, { nameColumn: memory.nameColumn, ...plan });
    if (reading.name !== port.name) {
      renamed = true;
      return [];
    }
    for (const fault of reading.faults) count(fault);
    const cells = firstOfEach([
      ...reading.cells,
      ...widened(poll, reading, { interfaceId: id, restarted }),
      ...definedCells(poll, values, port.index),
    ]);
    // Of a port of another name, found by its alias, the counters are not comparable with those of the port before.
    const otherPort = port.name === name ? 0 : textHash(port.name);
    return [{ interfaceId: id, cells, discontinuity: (reading.discontinuity + otherPort) >>> 0 }];
  });
  return { results, renamed };
}

const learnedIndexes = ({ interfaces, memory }: Poll): ReadonlyMap<number, number | null> =>
  new Map(interfaces.map(({ id }) => [id, memory.ports?.get(id)?.index ?? null]));

/** SNMP v1 has no Counter64 (RFC 2576 §3): nothing of 64 bit is asked for. */
function narrowAll(ports: ReadonlyMap<number, LearnedPort> | undefined): void {
  for (const { narrow } of ports?.values() ?? []) for (const id of narrowColumns.keys()) narrow.add(id);
}

/** An agent of v1 refuses a request for the sake of one object that it lacks (RFC 1157 §4.1.2): one round trip each. */
function keepAbsent(memory: DeviceMemory, values: ReadonlyMap<string, Measured>): void {
  for (const [oid, { value }] of values) if (value.type === 'absent') memory.refused.add(oid);
}

async function askPorts({ memory, device, plan }: Poll, asking: Asking): Promise<Collected> {
  const ports = [...(memory.ports?.values() ?? [])];
  const collected = await getObjects(
    asking,
    ports.flatMap((port) => objectsOf(port, memory.nameColumn, plan)),
  );
  if (device.snmp?.version === 'v1') keepAbsent(memory, collected.values);
  return collected;
}

/** False when the agent stopped answering. */
async function learn(poll: Poll, asking: Asking, opening: Opening): Promise<boolean> {
  const { memory, interfaces, device } = poll;
  if (!(await learnIndexes(asking, interfaces))) {
    // What was learned before may belong to other ports now.
    memory.ports = undefined;
    return false;
  }
  if (device.snmp?.version === 'v1') narrowAll(memory.ports);
  memory.lastChange = opening.lastChange;
  return true;
}

export interface Asked extends Pick<PollResult, 'interfaces' | 'learned'> {
  /** False when the agent stopped answering. */
  readonly complete: boolean;
}

/** Asks for the counters of the interfaces, and looks for their ports again where these have moved. */
export async function askInterfaces(poll: Poll, asking: Asking, opening: Opening): Promise<Asked> {
  const { memory, interfaces, count } = poll;
  let learned: PollResult['learned'];
  let mustBeLearned = mustLearn(memory, { ...opening, names: namesOf(interfaces) });
  for (let round = 1; ; round += 1) {
    if (mustBeLearned) {
      if (!(await learn(poll, asking, opening))) return { interfaces: [], learned, complete: false };
      learned = learnedIndexes(poll);
    }
    const { values, complete } = await askPorts(poll, asking);
    const { results, renamed } = readRound(poll, values, opening.restarted);
    if (renamed) count('renamed');
    mustBeLearned = renamed;
    if (!renamed || round === MOST_ROUNDS) return { interfaces: results, learned, complete };
  }
}
