import type { Clock } from '#platform/clock/clock.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { Agent, Refusal } from './agent.ts';
import type { DeviceMemory } from './device-memory.ts';
import { getObjects } from './get-objects.ts';
import type { Asking, Measured } from './get-objects.ts';
import { readInterface } from './interface-rows.ts';
import type { CellFault, InterfaceReading } from './interface-rows.ts';
import { learnIndexes, mustLearn, namesOf } from './learn-indexes.ts';
import { objectsOf, scalar } from './objects.ts';
import { followUptime } from './uptime.ts';

/** What may go wrong with a device; each is counted. */
export type PollFault =
  | Refusal
  | CellFault
  | 'wrong object'
  | 'time over'
  | 'no uptime'
  | 'renamed'
  | 'interface missing'
  | 'stray datagram';

export interface Poll {
  readonly agent: Agent;
  readonly device: DeviceEntry;
  /** Those that are to be polled. */
  readonly interfaces: readonly InterfaceEntry[];
  readonly memory: DeviceMemory;
  readonly clock: Clock;
  /** A poll ends then, with what there is, in ms since 1970. */
  readonly deadlineMs: number;
  readonly count: (fault: PollFault) => void;
}

export interface InterfaceResult extends InterfaceReading {
  readonly interfaceId: number;
}

export interface PollResult {
  readonly answered: boolean;
  /** When the answer came in. */
  readonly atMs: number;
  readonly interfaces: readonly InterfaceResult[];
  /** ifIndex by interface element when it was learned in this poll; null: the device has no such port. */
  readonly learned: ReadonlyMap<number, number | null> | undefined;
}

const system = [
  scalar.sysUpTime,
  scalar.ifTableLastChange,
  scalar.sysDescr,
  scalar.sysObjectId,
  scalar.sysName,
];

/** A device may rename its ports between the learning and the asking: once is enough to catch up. */
const MOST_ROUNDS = 2;

interface Opening {
  readonly restarted: boolean;
  readonly lastChange: number | undefined;
}

/** The first request: whether there is an agent at all, its time, and the signs that ports may have moved. */
async function openPoll({ agent, memory, clock, count }: Poll): Promise<Opening | undefined> {
  const answer = await agent.get(system);
  if (!answer.ok) {
    count(answer.reason);
    return undefined;
  }
  const [uptime, lastChange] = answer.bindings;
  const changed =
    lastChange?.oid === scalar.ifTableLastChange && lastChange.value.type === 'timeTicks'
      ? lastChange.value.value
      : undefined;
  if (uptime?.oid !== scalar.sysUpTime || uptime.value.type !== 'timeTicks') {
    count('no uptime');
    return { restarted: false, lastChange: changed };
  }
  const reading = { ticks: uptime.value.value, seenMs: clock.now().getTime() };
  const followed = followUptime(memory.uptime, reading);
  memory.uptime = followed.uptime;
  return { restarted: followed.restarted, lastChange: changed };
}

interface Round {
  readonly results: readonly InterfaceResult[];
  readonly renamed: boolean;
}

function readRound({ interfaces, memory, count }: Poll, values: ReadonlyMap<string, Measured>): Round {
  let renamed = false;
  const results = interfaces.flatMap(({ id, name }): readonly InterfaceResult[] => {
    const index = memory.indexes?.get(id);
    if (index === undefined) return [];
    // Without its name in the answers nobody knows whose counters these are.
    if (!values.has(`${memory.nameColumn}.${String(index)}`)) return [];
    const reading = readInterface(values, index, memory.nameColumn);
    if (reading.name !== name) {
      renamed = true;
      return [];
    }
    for (const fault of reading.faults) count(fault);
    return [{ ...reading, interfaceId: id }];
  });
  return { results, renamed };
}

const learnedIndexes = ({ interfaces, memory }: Poll): ReadonlyMap<number, number | null> =>
  new Map(interfaces.map(({ id }) => [id, memory.indexes?.get(id) ?? null]));

async function askInterfaces(
  poll: Poll,
  asking: Asking,
  opening: Opening,
): Promise<Pick<PollResult, 'interfaces' | 'learned'>> {
  const { memory, interfaces, count } = poll;
  let learned: PollResult['learned'];
  let learn = mustLearn(memory, { ...opening, names: namesOf(interfaces) });
  for (let round = 1; ; round += 1) {
    if (learn) {
      if (!(await learnIndexes(asking, interfaces))) {
        // What was learned before may belong to other ports now.
        memory.indexes = undefined;
        return { interfaces: [], learned };
      }
      memory.lastChange = opening.lastChange;
      learned = learnedIndexes(poll);
    }
    const oids = [...(memory.indexes?.values() ?? [])].flatMap((index) =>
      objectsOf(index, memory.nameColumn),
    );
    const { values } = await getObjects(asking, oids);
    const { results, renamed } = readRound(poll, values);
    if (renamed) count('renamed');
    learn = renamed;
    if (!renamed || round === MOST_ROUNDS) return { interfaces: results, learned };
  }
}

async function heardOf(poll: Poll): Promise<PollResult> {
  const { agent, interfaces, memory, clock, deadlineMs, count } = poll;
  const startedMs = clock.now().getTime();
  const opening = await openPoll(poll);
  if (opening === undefined) return { answered: false, atMs: startedMs, interfaces: [], learned: undefined };
  const atMs = clock.now().getTime();
  const asking: Asking = { agent, memory, count, mayGoOn: () => clock.now().getTime() < deadlineMs };
  const asked =
    interfaces.length === 0
      ? { interfaces: [], learned: undefined }
      : await askInterfaces(poll, asking, opening);
  memory.pollsSinceLearned += 1;
  return { answered: true, atMs, ...asked };
}

/** Asks a device for everything that is due. Never rejects: what goes wrong is counted, and what was heard is returned. */
export async function pollDevice(poll: Poll): Promise<PollResult> {
  const result = await heardOf(poll);
  for (const index of result.learned?.values() ?? []) if (index === null) poll.count('interface missing');
  for (let n = 0; n < poll.agent.strays; n += 1) poll.count('stray datagram');
  return result;
}
