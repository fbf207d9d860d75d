import { definedCell, firstPerCounter } from '../device/defined-values.ts';
import type { DeviceMemory, LearnedPort } from '../device/device-memory.ts';
import { readInOrder } from '../request/read-in-order.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { TimedValue, Cell } from '../cell.ts';
import type { RequestContext, Collected } from '../request/get-objects.ts';
import { readInterface, type ValueAt } from './interface-rows.ts';
import { lineCells } from '../line/line-cells.ts';
import { holdsPort, learnIndexes, needsLearning, namesKey } from './learn-indexes.ts';
import { column, narrowColumns, portColumns } from './objects.ts';
import type { InterfaceResult, PollOpening, Poll, PollResult } from '../poll.ts';
import { textHash } from '../text-hash.ts';

/** Ports may be renamed between learning and reading: one repetition catches up. */
const MAX_ROUNDS = 2;

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
interface RequestedPort {
  readonly entry: InterfaceEntry;
  readonly port: LearnedPort;
  readonly columns: readonly string[];
  /** Object of each column. */
  readonly oids: readonly string[];
}

/**
 * Counters of a port matched by alias are not comparable with those of the previous port, nor are those of ports that share a name
 * across a change of their indexes.
 */
const otherPort = ({ name, index, isShared }: LearnedPort, entry: InterfaceEntry): number => {
  if (isShared === true) return textHash(`${name} ${String(index)}`);
  return name === entry.name ? 0 : textHash(name);
};

/** Reads a port from the values. Undefined without its name: the counters cannot be attributed. */
function readPort(
  poll: Poll,
  { entry, port, columns, oids }: RequestedPort,
  { values, restarted }: { readonly values: Collected['values']; readonly restarted: boolean },
): InterfaceResult | 'renamed' | undefined {
  const { count, plan } = poll;
  // The same text as in the request: no other has to be made and compared.
  const at: ValueAt = (desired) => {
    const oid = oids[columns.indexOf(desired)];
    return oid === undefined ? undefined : values.get(oid);
  };
  const held = at(port.nameColumn);
  if (held === undefined) return undefined;
  if (!holdsPort(port, held.value)) return 'renamed';
  const reading = readInterface(at, port, plan);
  for (const fault of reading.faults) count(fault);
  const discontinuity = (reading.discontinuity + otherPort(port, entry)) >>> 0;
  const counted = lineCells(poll, { ...reading, discontinuity }, { entry, restarted });
  const cells = firstPerCounter([...counted, ...definedCells(poll, at)]);
  return { interfaceId: entry.id, cells, discontinuity };
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

const isUsual = ({ narrow, nameColumn }: LearnedPort): boolean =>
  narrow.size === 0 && nameColumn === column.ifName;

/** Ports without a result so far. */
function requestedPorts(
  { interfaces, memory, plan }: Poll,
  results: readonly InterfaceResult[],
): readonly RequestedPort[] {
  const read = new Set(results.map(({ interfaceId }) => interfaceId));
  // Nearly all ports have the same columns.
  const usual = portColumns({ narrow: new Set(), nameColumn: column.ifName }, plan);
  const desired: RequestedPort[] = [];
  for (const entry of interfaces) {
    const port = read.has(entry.id) ? undefined : memory.ports?.get(entry.id);
    if (port === undefined) continue;
    const columns = isUsual(port) ? usual : portColumns(port, plan);
    const suffix = `.${String(port.index)}`;
    desired.push({ entry, port, columns, oids: columns.map((column) => column + suffix) });
  }
  return desired;
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
  { desired, restarted }: { readonly desired: readonly RequestedPort[]; readonly restarted: boolean },
): Promise<Round> {
  const { memory, device } = poll;
  const results: InterfaceResult[] = [];
  let renamed = false;
  const { values, complete } = await readInOrder(context, desired, (ports, collected) => {
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
    const desired = requestedPorts(poll, results);
    const read = await readPorts(poll, context, { desired, restarted: opening.restarted });
    const { renamed, complete } = read;
    results.push(...read.results);
    if (renamed) count('renamed');
    isLearningDue = renamed;
    if (!renamed || round === MAX_ROUNDS) return { interfaces: results, learned, complete };
  }
}
