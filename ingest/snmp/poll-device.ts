import type { Binding } from './agent.ts';
import { askExtras, noExtras } from './ask-extras.ts';
import { askInterfaces } from './ask-interfaces.ts';
import type { Asked } from './ask-interfaces.ts';
import type { Asking } from './get-objects.ts';
import { scalar } from './objects.ts';
import type { Opening, Poll, PollResult } from './poll.ts';
import { followUptime } from './uptime.ts';

const system = [
  scalar.sysUpTime,
  scalar.ifTableLastChange,
  scalar.sysDescr,
  scalar.sysObjectId,
  scalar.sysName,
];

/** An engine that says 0 says nothing: agents without one answer so. */
const engineTimeOf = (binding: Binding | undefined): number | undefined =>
  binding?.oid === scalar.snmpEngineTime && binding.value.type === 'integer' && binding.value.value > 0
    ? binding.value.value
    : undefined;

/** The first request: whether there is an agent at all, its time, and the signs that ports may have moved. */
async function openPoll({ agent, device, memory, clock, count }: Poll): Promise<Opening | undefined> {
  // Agents of v1 have no engine, and refuse a request for what they do not have.
  const answer = await agent.get(device.snmp?.version === 'v1' ? system : [...system, scalar.snmpEngineTime]);
  if (!answer.ok) {
    count(answer.reason);
    return undefined;
  }
  const [uptime, lastChange] = answer.bindings;
  const changed =
    lastChange?.oid === scalar.ifTableLastChange && lastChange.value.type === 'timeTicks'
      ? lastChange.value.value
      : undefined;
  const engineTime = engineTimeOf(answer.bindings.at(-1));
  if (uptime?.oid !== scalar.sysUpTime || uptime.value.type !== 'timeTicks') {
    count('no uptime');
    return { restarted: false, lastChange: changed, engineTime };
  }
  const reading = { ticks: uptime.value.value, seenMs: clock.now().getTime() };
  const followed = followUptime(memory.uptime, reading);
  memory.uptime = followed.uptime;
  return { restarted: followed.restarted, lastChange: changed, engineTime };
}

/** What is heard of a device without its interfaces. */
const noInterfaces: Asked = { interfaces: [], learned: undefined, complete: true };

async function heardOf(poll: Poll): Promise<PollResult> {
  const { agent, interfaces, memory, clock, deadlineMs, count } = poll;
  const startedMs = clock.now().getTime();
  const opening = await openPoll(poll);
  if (opening === undefined) return unanswered(startedMs);
  const atMs = clock.now().getTime();
  const asking: Asking = { agent, memory, count, mayGoOn: () => clock.elapsed() < deadlineMs };
  const asked = interfaces.length === 0 ? noInterfaces : await askInterfaces(poll, asking, opening);
  const { learned } = asked;
  const isNew = opening.restarted || learned !== undefined;
  const extras = asked.complete ? await askExtras(asking, poll, isNew) : noExtras;
  memory.pollsSinceLearned += 1;
  return {
    answered: true,
    atMs,
    own: extras.own,
    components: extras.components,
    learned,
    engineTime: opening.engineTime,
    interfaces: asked.interfaces.map(({ interfaceId, cells, discontinuity }) => ({
      interfaceId,
      cells: [...cells, ...(extras.byInterface.get(interfaceId) ?? [])],
      discontinuity,
    })),
  };
}

/** The poll was due, and nobody answered. */
export const unanswered = (atMs: number): PollResult => ({
  answered: false,
  atMs,
  interfaces: [],
  components: [],
  own: [],
  learned: undefined,
});

/** Asks a device for everything that is due. Never rejects: what goes wrong is counted, and what was heard is returned. */
export async function pollDevice(poll: Poll): Promise<PollResult> {
  const result = await heardOf(poll);
  poll.memory.silentPolls = result.answered ? 0 : poll.memory.silentPolls + 1;
  for (const index of result.learned?.values() ?? []) if (index === null) poll.count('interface missing');
  for (let n = 0; n < poll.agent.strays; n += 1) poll.count('stray datagram');
  for (let n = 0; n < poll.agent.forged; n += 1) poll.count('forged datagram');
  return result;
}
