import { definedCell, firstPerCounter } from '../device/defined-values.ts';
import type { DeviceMemory, LearnedPort } from '../device/device-memory.ts';
import { readInOrder } from '../request/read-in-order.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { TimedValue } from '../cell.ts';
import type { RequestContext, Collected } from '../request/get-objects.ts';
import { readInterface } from './interface-rows.ts';
import type { ValueAt } from './interface-rows.ts';
import type { Cell } from '../cell.ts';
import type { InterfaceReading } from './interface-rows.ts';
import { learnIndexes, needsLearning, namesKey } from './learn-indexes.ts';
import { column, portColumns, narrowColumns } from './objects.ts';
import type { InterfaceResult, PollOpening, Poll, PollResult } from '../poll.ts';
import type { SnmpValue } from '../agent/value.ts';
import { trimmedText } from '../request/read-columns.ts';
import { textHash } from '../text-hash.ts';
import { wideValue, widen } from '../../counter/widen.ts';

/** Ports may be renamed between learning and reading: one repetition catches up. */
const MAX_ROUNDS = 2;

/** Extends 32-bit counters to 64 bits. */
function widenNarrow(
  { memory, clock }: Poll,
  reading: InterfaceReading,
  place: InterfaceRef,
): readonly Cell[] {
  return reading.narrow.map(({ counter, value, read }) => {
    const key = `${String(place.interfaceId)}.${String(counter)}`;
    const bits = narrowColumns.get(counter)?.bits ?? 1;
    const wide = widen(memory.widened.get(key), {
      raw: Number(value),
      seenMs: read?.atMs ?? clock.now().getTime(),
      restarted: place.restarted,
      maxPerSecond: reading.speedBps / bits,
    });
    memory.widened.set(key, wide);
    return { counter, value: wideValue(wide), read, epoch: wide.epoch };
  });
}

interface InterfaceRef {
  readonly interfaceId: number;
  readonly restarted: boolean;
}

/**
 * Cells of administrator-defined interface pollers. An object without a response has no value, not even its default.
 */
function definedCells({ plan, count, memory }: Poll, at: ValueAt): readonly Cell[] {
  return plan.ofInterface.flatMap((poller) => {
    const measured = at(poller.oid);
    return measured === undefined ? [] : definedCell(poller, [measured], { count, memory });
  });
}

/** A port of the inventory with its place on the device. */
interface WantedPort {
  readonly entry: InterfaceEntry;
  readonly port: LearnedPort;
  readonly columns: readonly string[];
  /** Object of each column. */
  readonly oids: readonly string[];
}

/** Whether the port is still at its index. One without a name is there as long as it has a type. */
const holdsPort = ({ name, nameColumn }: LearnedPort, value: SnmpValue): boolean =>
  nameColumn === column.ifType ? value.type === 'integer' : trimmedText(value) === name;

/** Reads a port from the values. Undefined without its name: the counters cannot be attributed. */
function readPort(
  poll: Poll,
  { entry: { id, name }, port, columns, oids }: WantedPort,
  { values, restarted }: { readonly values: Collected['values']; readonly restarted: boolean },
): InterfaceResult | 'renamed' | undefined {
  const { count, plan } = poll;
  // The same text as in the request: no other has to be made and compared.
  const at: ValueAt = (wanted) => {
    const oid = oids[columns.indexOf(wanted)];
    return oid === undefined ? undefined : values.get(oid);
  };
  const held = at(port.nameColumn);
  if (held === undefined) return undefined;
  if (!holdsPort(port, held.value)) return 'renamed';
  const reading = readInterface(at, port, plan);
  for (const fault of reading.faults) count(fault);
  const cells = firstPerCounter([
    ...reading.cells,
    ...widenNarrow(poll, reading, { interfaceId: id, restarted }),
    ...definedCells(poll, at),
  ]);
  // Counters of a port matched by alias are not comparable with those of the previous port.
  const otherPort = port.name === name ? 0 : textHash(port.name);
  return { interfaceId: id, cells, discontinuity: (reading.discontinuity + otherPort) >>> 0 };
}

const learnedIndexes = ({ interfaces, memory }: Poll): ReadonlyMap<number, number | null> =>
  new Map(interfaces.map(({ id }) => [id, memory.ports?.get(id)?.index ?? null]));

/** SNMPv1 has no Counter64 (RFC 2576 §3): no 64-bit counter is requested. */
function narrowAll(ports: ReadonlyMap<number, LearnedPort> | undefined): void {
  for (const { narrow } of ports?.values() ?? []) for (const id of narrowColumns.keys()) narrow.add(id);
}

/** A v1 agent fails a request for one missing object (RFC 1157 §4.1.2), which costs a round trip each. */
function rememberAbsent(memory: DeviceMemory, values: ReadonlyMap<string, TimedValue>): void {
  for (const [oid, { value }] of values) if (value.type === 'absent') memory.rejected.add(oid);
}

const isUsual = ({ hasHighSpeed, narrow, nameColumn }: LearnedPort): boolean =>
  hasHighSpeed === true && narrow.size === 0 && nameColumn === column.ifName;

/** Ports without a result so far. */
function wantedPorts(
  { interfaces, memory, plan }: Poll,
  results: readonly InterfaceResult[],
): readonly WantedPort[] {
  const read = new Set(results.map(({ interfaceId }) => interfaceId));
  // Nearly all ports have the same columns.
  const usual = portColumns({ narrow: new Set(), hasHighSpeed: true, nameColumn: column.ifName }, plan);
  const wanted: WantedPort[] = [];
  for (const entry of interfaces) {
    const port = read.has(entry.id) ? undefined : memory.ports?.get(entry.id);
    if (port === undefined) continue;
    const columns = isUsual(port) ? usual : portColumns(port, plan);
    const suffix = `.${String(port.index)}`;
    wanted.push({ entry, port, columns, oids: columns.map((column) => column + suffix) });
  }
  return wanted;
}

interface Round {
  readonly results: readonly InterfaceResult[];
  readonly renamed: boolean;
  readonly complete: boolean;
}

/** Reads each port as soon as all of its objects are there. */
async function readPorts(
  poll: Poll,
  context: RequestContext,
  { wanted, restarted }: { readonly wanted: readonly WantedPort[]; readonly restarted: boolean },
): Promise<Round> {
  const { memory, device } = poll;
  const results: InterfaceResult[] = [];
  let renamed = false;
  const { values, complete } = await readInOrder(context, wanted, (ports, collected) => {
    const read = ports.map((port) => readPort(poll, port, { values: collected.values, restarted }));
    renamed ||= read.includes('renamed');
    const interfaces = read.filter((result) => result !== undefined && result !== 'renamed');
    results.push(...interfaces);
    poll.found?.({ interfaces });
  });
  if (device.snmp?.version === 'v1') rememberAbsent(memory, values);
  return { results, renamed, complete };
}

/** False if the agent stopped responding. */
async function learn(poll: Poll, context: RequestContext, opening: PollOpening): Promise<boolean> {
  const { memory, interfaces, device } = poll;
  if (!(await learnIndexes(context, interfaces))) {
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
  context: RequestContext,
  opening: PollOpening,
): Promise<InterfacePoll> {
  const { memory, interfaces, count } = poll;
  const results: InterfaceResult[] = [];
  let learned: PollResult['learned'];
  let isLearningDue = needsLearning(memory, { ...opening, names: namesKey(interfaces) });
  for (let round = 1; ; round += 1) {
    if (isLearningDue) {
      if (!(await learn(poll, context, opening))) return { interfaces: results, learned, complete: false };
      learned = learnedIndexes(poll);
    }
    const wanted = wantedPorts(poll, results);
    const read = await readPorts(poll, context, { wanted, restarted: opening.restarted });
    const { renamed, complete } = read;
    results.push(...read.results);
    if (renamed) count('renamed');
    isLearningDue = renamed;
    if (!renamed || round === MAX_ROUNDS) return { interfaces: results, learned, complete };
  }
}
