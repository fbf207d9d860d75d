import type { SnmpValue } from '../agent/value.ts';
import type { Agent, AgentResponse } from '../agent/agent.ts';
import { MAX_ROWS } from '../device/defined-values.ts';
import { newMemory } from '../device/device-memory.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { walkTable } from '../request/walk-column.ts';

/** Objects shown below one that the device does not have. */
const MAX_BELOW = 5;

export interface TestedObject {
  readonly oid: string;
  readonly value: SnmpValue;
}

/** Result of the requests of a test; `failure` is empty if the agent responded. */
export interface TestReading {
  readonly failure: string;
  readonly read: 'object' | 'rows' | 'below';
  readonly objects: readonly TestedObject[];
  readonly more: boolean;
}

export interface TestContext {
  readonly agent: Agent;
  /** Whether the test has time left. */
  readonly hasTime: () => boolean;
}

const failed = (failure: string, read: TestReading['read']): TestReading => ({
  failure,
  read,
  objects: [],
  more: false,
});

/** Reads up to `max` objects below an OID. */
async function readBelow(
  { agent, hasTime }: TestContext,
  oid: string,
  { max, read }: { readonly max: number; readonly read: 'rows' | 'below' },
): Promise<TestReading> {
  let reason = 'timeout';
  const context: RequestContext = {
    agent,
    hasTime,
    memory: newMemory(),
    count: (fault) => {
      reason = fault === 'time over' || reason !== 'time over' ? fault : reason;
    },
    nowMs: () => 0,
  };
  const rows = await walkTable(context, oid, max + 1);
  if (rows === undefined) return failed(reason, read);
  const objects = rows.slice(0, max).map(({ index, value }) => ({ oid: `${oid}.${index}`, value }));
  return { failure: '', read, objects, more: rows.length > max };
}

const bindingOf = (response: AgentResponse): TestedObject | undefined =>
  response.ok ? response.bindings[0] : undefined;

/** Reads one object; if the device does not have it, those below: an OID often lacks its last number. */
async function readObject(context: TestContext, oid: string): Promise<TestReading> {
  const response = await context.agent.get([oid]);
  if (!response.ok) return failed(response.reason, 'object');
  const binding = bindingOf(response);
  if (binding?.oid !== oid) return failed('malformed', 'object');
  const object: TestReading = { failure: '', read: 'object', objects: [binding], more: false };
  if (binding.value.type !== 'absent' || !context.hasTime()) return object;
  const below = await readBelow(context, oid, { max: MAX_BELOW, read: 'below' });
  return below.objects.length === 0 ? object : below;
}

/** Reads what a poller reads: one object, or the rows of a column. */
export const readForTest = (context: TestContext, oid: string, rows: boolean): Promise<TestReading> =>
  rows ? readBelow(context, oid, { max: MAX_ROWS, read: 'rows' }) : readObject(context, oid);
