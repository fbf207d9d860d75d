import type { VariableBinding } from './agent/agent.ts';
import { pollExtras, noExtras } from './device/poll-extras.ts';
import { pollInterfaces, type InterfacePoll } from './interface/poll-interfaces.ts';
import type { RequestContext } from './request/get-objects.ts';
import { scalar } from './interface/objects.ts';
import type { PollOpening, Poll, PollResult } from './poll.ts';
import { trackUptime } from './uptime.ts';

const systemObjects = [scalar.sysUpTime, scalar.ifTableLastChange];

/** A zero means unknown: agents without an engine return it. */
const parseEngineTime = (binding: VariableBinding | undefined): number | undefined =>
  binding?.oid === scalar.snmpEngineTime && binding.value.type === 'integer' && binding.value.value > 0
    ? binding.value.value
    : undefined;

/** First request of a poll: detects an agent, its uptime and hints that ports have moved. */
async function openPoll({ agent, device, memory, clock, count }: Poll): Promise<PollOpening | undefined> {
  // v1 agents have no engine and fail a request for missing objects.
  const response = await agent.get(
    device.snmp?.version === 'v1' ? systemObjects : [...systemObjects, scalar.snmpEngineTime],
  );
  if (!response.ok) {
    count(response.reason);
    return undefined;
  }
  const [uptime, lastChange] = response.bindings;
  const changed =
    lastChange?.oid === scalar.ifTableLastChange && lastChange.value.type === 'timeTicks'
      ? lastChange.value.value
      : undefined;
  const engineTime = parseEngineTime(response.bindings.at(-1));
  if (uptime?.oid !== scalar.sysUpTime || uptime.value.type !== 'timeTicks') {
    count('no uptime');
    return { restarted: false, lastChange: changed, engineTime };
  }
  const reading = { ticks: uptime.value.value, seenMs: clock.now().getTime() };
  const followed = trackUptime(memory.uptime, reading);
  memory.uptime = followed.uptime;
  return { restarted: followed.restarted, lastChange: changed, engineTime };
}

/** Result for a device without interfaces. */
const noInterfaces: InterfacePoll = { interfaces: [], learned: undefined, complete: true };

async function pollAgent(poll: Poll): Promise<PollResult> {
  const { agent, interfaces, memory, clock, deadlineMs, count } = poll;
  const startedMs = clock.now().getTime();
  memory.definedValues = new Map();
  const opening = await openPoll(poll);
  const atMs = opening === undefined ? startedMs : clock.now().getTime();
  poll.found?.({ start: { responded: opening !== undefined, atMs, engineTime: opening?.engineTime } });
  if (opening === undefined) return unanswered(startedMs);
  const context: RequestContext = {
    agent,
    memory,
    count,
    hasTime: () => clock.elapsed() < deadlineMs,
    nowMs: () => clock.now().getTime(),
  };
  const polled = interfaces.length === 0 ? noInterfaces : await pollInterfaces(poll, context, opening);
  const { learned } = polled;
  const isNew = opening.restarted || learned !== undefined;
  const ports = polled.interfaces;
  const extras = polled.complete ? await pollExtras(context, poll, { isNew, ports }) : noExtras;
  const classes = new Map(extras.interfaces.map(({ interfaceId, cells }) => [interfaceId, cells]));
  memory.pollsSinceLearned += 1;
  memory.lastDefinedValues = memory.definedValues;
  return {
    responded: true,
    atMs,
    own: extras.own,
    components: extras.components,
    learned,
    engineTime: opening.engineTime,
    interfaces: ports.map(({ interfaceId, cells, discontinuity }) => ({
      interfaceId,
      cells: [...cells, ...(classes.get(interfaceId) ?? [])],
      discontinuity,
    })),
  };
}

/** Result of a poll without a response. */
export const unanswered = (atMs: number): PollResult => ({
  responded: false,
  atMs,
  interfaces: [],
  components: [],
  own: [],
  learned: undefined,
});

/** Polls a device. Never rejects: faults are counted and partial results returned. */
export async function pollDevice(poll: Poll): Promise<PollResult> {
  const result = await pollAgent(poll);
  poll.memory.missedPolls = result.responded ? 0 : poll.memory.missedPolls + 1;
  for (const index of result.learned?.values() ?? []) if (index === null) poll.count('interface missing');
  for (let n = 0; n < poll.agent.strays; n += 1) poll.count('stray datagram');
  for (let n = 0; n < poll.agent.forged; n += 1) poll.count('forged datagram');
  return result;
}
