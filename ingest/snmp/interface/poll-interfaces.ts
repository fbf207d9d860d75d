import { definedCell, firstPerCounter } from '../device/defined-values.ts';
import type { DeviceMemory, LearnedPort } from '../device/device-memory.ts';
import { getObjects } from '../request/get-objects.ts';
import type { TimedValue } from '../cell.ts';
import type { RequestContext, Collected } from '../request/get-objects.ts';
import { readInterface } from './interface-rows.ts';
import type { Cell } from '../cell.ts';
import type { InterfaceReading } from './interface-rows.ts';
import { learnIndexes, needsLearning, namesKey } from './learn-indexes.ts';
import { narrowColumns, objectsOf } from './objects.ts';
import type { InterfaceResult, PollOpening, Poll, PollResult } from '../poll.ts';
import { textHash } from '../text-hash.ts';
import { wideValue, widen } from '../../counter/widen.ts';

/** Ports may be renamed between learning and reading: one repetition catches up. */
const MAX_ROUNDS = 2;

interface Round {
  readonly results: readonly InterfaceResult[];
  readonly renamed: boolean;
}

/** Extends 32-bit counters to 64 bits. */
function widenNarrow(
  { memory, clock }: Poll,
  reading: InterfaceReading,
  place: InterfaceRef,
): readonly Cell[] {
  return reading.narrow.map(({ counter, value, ticks }) => {
    const key = `${String(place.interfaceId)}.${String(counter)}`;
    const bits = narrowColumns.get(counter)?.bits ?? 1;
    const wide = widen(memory.widened.get(key), {
      raw: Number(value),
      seenMs: clock.now().getTime(),
      restarted: place.restarted,
      maxPerSecond: reading.speedBps / bits,
    });
    memory.widened.set(key, wide);
    return { counter, value: wideValue(wide), ticks, epoch: wide.epoch };
  });
}

interface InterfaceRef {
  readonly interfaceId: number;
  readonly restarted: boolean;
}

/**
 * Cells of administrator-defined interface pollers. An object without a response has no value, not even its default.
 */
function definedCells(
  { plan, count }: Poll,
  values: ReadonlyMap<string, TimedValue>,
  index: number,
): readonly Cell[] {
  return plan.ofInterface.flatMap((poller) => {
    const measured = values.get(`${poller.oid}.${String(index)}`);
    return measured === undefined ? [] : definedCell(poller, [measured], count);
  });
}

function readRound(poll: Poll, values: ReadonlyMap<string, TimedValue>, restarted: boolean): Round {
  const { interfaces, memory, count, plan } = poll;
  let renamed = false;
  const results = interfaces.flatMap(({ id, name }): readonly InterfaceResult[] => {
    const port = memory.ports?.get(id);
    // Without its name in the response the counters cannot be attributed.
    if (port === undefined || !values.has(`${memory.nameColumn}.${String(port.index)}`)) return [];
    const reading = readInterface(values, port, { nameColumn: memory.nameColumn, ...plan });
    if (reading.name !== port.name) {
      renamed = true;
      return [];
    }
    for (const fault of reading.faults) count(fault);
    const cells = firstPerCounter([
      ...reading.cells,
      ...widenNarrow(poll, reading, { interfaceId: id, restarted }),
      ...definedCells(poll, values, port.index),
    ]);
    // Counters of a port matched by alias are not comparable with those of the previous port.
    const otherPort = port.name === name ? 0 : textHash(port.name);
    return [{ interfaceId: id, cells, discontinuity: (reading.discontinuity + otherPort) >>> 0 }];
  });
  return { results, renamed };
}

const learnedIndexes = ({ interfaces, memory }: Poll): ReadonlyMap<number, number | null> =>
  new Map(interfaces.map(({ id }) => [id, memory.ports?.get(id)?.index ?? null]));

/** SNMPv1 has no Counter64 (RFC 2576 §3): no 64-bit counter is requested. */
function narrowAll(ports: ReadonlyMap<number, LearnedPort> | undefined): void {
  for (const { narrow } of ports?.values() ?? []) for (const id of narrowColumns.keys()) narrow.add(id);
}

/** A v1 agent fails a request for one missing object (RFC 1157 §4.1.2), which costs a round trip each. */
function rememberAbsent(memory: DeviceMemory, values: ReadonlyMap<string, TimedValue>): void {
  for (const [oid, { value }] of values) if (value.type === 'absent') memory.refused.add(oid);
}

async function requestPorts({ memory, device, plan }: Poll, asking: RequestContext): Promise<Collected> {
  const ports = [...(memory.ports?.values() ?? [])];
  const collected = await getObjects(
    asking,
    ports.flatMap((port) => objectsOf(port, memory.nameColumn, plan)),
  );
  if (device.snmp?.version === 'v1') rememberAbsent(memory, collected.values);
  return collected;
}

/** False if the agent stopped responding. */
async function learn(poll: Poll, asking: RequestContext, opening: PollOpening): Promise<boolean> {
  const { memory, interfaces, device } = poll;
  if (!(await learnIndexes(asking, interfaces))) {
    // Learned indexes may now belong to other ports.
    memory.ports = undefined;
    return false;
  }
  if (device.snmp?.version === 'v1') narrowAll(memory.ports);
  memory.lastChange = opening.lastChange;
  return true;
}

export interface InterfacePoll extends Pick<PollResult, 'interfaces' | 'learned'> {
  /** False if the agent stopped responding. */
  readonly complete: boolean;
}

/** Reads the interface counters and learns the port indexes again if they have moved. */
export async function pollInterfaces(
  poll: Poll,
  asking: RequestContext,
  opening: PollOpening,
): Promise<InterfacePoll> {
  const { memory, interfaces, count } = poll;
  let learned: PollResult['learned'];
  let isLearningDue = needsLearning(memory, { ...opening, names: namesKey(interfaces) });
  for (let round = 1; ; round += 1) {
    if (isLearningDue) {
      if (!(await learn(poll, asking, opening))) return { interfaces: [], learned, complete: false };
      learned = learnedIndexes(poll);
    }
    const { values, complete } = await requestPorts(poll, asking);
    const { results, renamed } = readRound(poll, values, opening.restarted);
    if (renamed) count('renamed');
    isLearningDue = renamed;
    if (!renamed || round === MAX_ROUNDS) return { interfaces: results, learned, complete };
  }
}
