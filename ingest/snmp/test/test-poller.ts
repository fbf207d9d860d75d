import type { Clock } from '#platform/clock/clock.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { knownProcedure, readsRows, type PollerReading } from '#schemas/polling/poller.ts';
import type { PollerTest, PollerTestResult, ReadObject } from '#schemas/polling/poller-test.ts';
import type { Agent } from '../agent/agent.ts';
import type { SnmpValue } from '../agent/value.ts';
import { definedValue, type DefinedResult } from '../catalogue/defined-value.ts';
import { readForTest, type TestedObject, type TestReading } from './read-for-test.ts';

/** A test ends within this time and its last request. */
const TEST_MS = 10_000;

export interface PollTestNeeds {
  readonly inventory: () => Inventory;
  /** Undefined: the address may not be called, or has no name. */
  readonly openAgent: (device: DeviceEntry) => Promise<Agent | undefined>;
  readonly clock: Clock;
}

/** Control characters and bytes that are no text. */
const UNREADABLE = /[\p{Cc}\p{Cf}\uFFFD]/gu;

function textOf(value: SnmpValue): string {
  if (value.type === 'absent' || value.type === 'other') return '';
  if (value.type === 'octets') return value.hex ?? value.value.replaceAll(UNREADABLE, '·');
  return String(value.value);
}

const outcomeOf = (result: DefinedResult): Pick<ReadObject, 'stored' | 'fault'> =>
  result.ok ? { stored: String(result.value), fault: null } : { stored: null, fault: result.fault ?? null };

const nothing = { stored: null, fault: null } as const;

/** What the poller makes of these values. */
const made = (reading: PollerReading, values: readonly SnmpValue[]) =>
  outcomeOf(definedValue({ ...reading, procedure: knownProcedure(reading.script) }, values));

/** Names of the interfaces of the device by ifIndex. */
function interfaceNames({ interfaces: all }: Inventory, { interfaces }: DeviceEntry) {
  const known = interfaces.flatMap((id) => all.get(id) ?? []);
  return new Map(known.flatMap(({ index, name }) => (index === null ? [] : [[String(index), name]])));
}

interface Tested {
  readonly test: PollerTest;
  readonly reading: TestReading;
  /** Names of interfaces by ifIndex. */
  readonly names: ReadonlyMap<string, string>;
}

function readObjectOf({ test, reading, names }: Tested, { oid, value }: TestedObject): ReadObject {
  const isOfInterface = test.reading.level === 'interface' && reading.read === 'rows' && !test.walk;
  const index = oid.slice(test.reading.oid.length + 1);
  return {
    oid,
    type: value.type,
    value: textOf(value),
    interface: isOfInterface ? (names.get(index) ?? '') : '',
    ...(isOfInterface ? made(test.reading, [value]) : nothing),
  };
}

/** What the device poller would store now; objects below the one that it reads do not count. */
function storedBy({ test, reading }: Tested): Pick<PollerTestResult, 'stored' | 'fault'> {
  const { walk, reading: requested } = test;
  if (walk || requested.level === 'interface' || reading.failure !== '') return nothing;
  if (reading.read === 'below') return made(requested, []);
  return made(
    requested,
    reading.objects.map(({ value }) => value),
  );
}

const unread = (failure: string, durationMs: number): PollerTestResult => ({
  failure,
  durationMs,
  requests: 0,
  read: 'object',
  objects: [],
  more: false,
  ...nothing,
});

/** Counts the requests to an agent. */
function countedAgent(agent: Agent): { readonly agent: Agent; readonly requests: () => number } {
  let requests = 0;
  const counted: Agent = {
    get(oids) {
      requests += 1;
      return agent.get(oids);
    },
    getBulk(oid, repetitions) {
      requests += 1;
      return agent.getBulk(oid, repetitions);
    },
    strays: 0,
    forged: 0,
    close() {
      agent.close();
    },
  };
  return { agent: counted, requests: () => requests };
}

/** Reads what a poller reads of a device, now, in addition to its polls. */
export async function runPollerTest(
  { inventory, openAgent, clock }: PollTestNeeds,
  test: PollerTest,
): Promise<PollerTestResult> {
  const startMs = clock.elapsed();
  const tookMs = (): number => Math.round(clock.elapsed() - startMs);
  const known = inventory();
  const device = known.devices.get(test.device);
  // A poller learns of a new device a moment after the server.
  if (device?.snmp === undefined) return unread('failed', tookMs());
  const opened = await openAgent(device);
  if (opened === undefined) return unread('blocked', tookMs());
  const { agent, requests } = countedAgent(opened);
  try {
    const context = { agent, hasTime: () => clock.elapsed() - startMs < TEST_MS };
    const reading = await readForTest(context, test.reading.oid, test.walk || readsRows(test.reading));
    const tested: Tested = { test, reading, names: interfaceNames(known, device) };
    return {
      failure: reading.failure,
      durationMs: tookMs(),
      requests: requests(),
      read: reading.read,
      more: reading.more,
      objects: reading.objects.map((object) => readObjectOf(tested, object)),
      ...storedBy(tested),
    };
  } finally {
    opened.close();
  }
}

/** A test that could not be made. */
export const failedTest = (failure: 'busy' | 'failed'): PollerTestResult => unread(failure, 0);
