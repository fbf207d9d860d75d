import type { Clock } from '#platform/clock/clock.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { Agent, Answer } from '../snmp/agent.ts';
import { newMemory } from '../snmp/device-memory.ts';
import type { Asking } from '../snmp/get-objects.ts';
import { column, scalar } from '../snmp/objects.ts';
import { identify } from './identify.ts';
import { readAddresses } from './read-addresses.ts';
import { noChassis, readChassis } from './read-chassis.ts';
import { textOf } from './read-columns.ts';
import { readInterfaces } from './read-interfaces.ts';
import { readPolicies } from './read-policies.ts';
import { readProbes } from './read-probes.ts';
import { readTunnels } from './read-tunnels.ts';

/** The first question to an address: whether an agent is there, and what it is. */
export const system = [scalar.sysDescr, scalar.sysObjectId, scalar.sysName] as const;

/** A device is read within this time, or in part. */
const MOST_MS = 120_000;

export interface Exploring {
  readonly agent: Agent;
  readonly clock: Clock;
  readonly address: string;
  /** Place of the credential in the request. */
  readonly credential: number;
  readonly signal: AbortSignal;
}

type Kind = FoundDevice['whole'][number];

/** Tells which kinds were read to their end. */
class Progress {
  readonly faults: Record<string, number> = {};
  readonly whole: Kind[] = [];

  count(reason: string): void {
    this.faults[reason] = (this.faults[reason] ?? 0) + 1;
  }

  /** What was read of a kind. A table that was cut off is not whole: nothing can be said of what it lacks. */
  async read<Item>(kind: Kind, reading: () => Promise<readonly Item[] | undefined>): Promise<Item[]> {
    const cutBefore = this.#cuts();
    const items = await reading();
    if (items !== undefined && this.#cuts() === cutBefore) this.whole.push(kind);
    return [...(items ?? [])];
  }

  #cuts(): number {
    return (this.faults['endless table'] ?? 0) + (this.faults['not increasing'] ?? 0);
  }
}

/** Everything of a device that the inventory is about. Never rejects: what could not be read is missing, and counted. */
export async function explore(
  { agent, clock, address, credential, signal }: Exploring,
  opening: Answer & { readonly ok: true },
): Promise<FoundDevice> {
  const progress = new Progress();
  const deadlineMs = clock.elapsed() + MOST_MS;
  const asking: Asking = {
    agent,
    memory: newMemory(column.ifName),
    count: (reason) => {
      progress.count(reason);
    },
    mayGoOn: () => !signal.aborted && clock.elapsed() < deadlineMs,
  };
  const said = new Map(opening.bindings.map(({ oid, value }) => [oid, textOf(value)]));
  const [description = '', objectId = '', sysName = ''] = system.map((oid) => said.get(oid));
  const chassis = (await readChassis(asking)) ?? noChassis;
  const interfaces = await progress.read('interface', () => readInterfaces(asking));
  const parts = [
    ...(await progress.read('address', () => readAddresses(asking, interfaces))),
    ...(await progress.read('probe', () => readProbes(asking))),
    ...(await progress.read('policy', () => readPolicies(asking, interfaces))),
    ...(await progress.read('tunnel', () => readTunnels(asking, interfaces))),
  ];
  const identity = identify({
    objectId,
    description,
    entityVendor: chassis.vendor,
    entityModel: chassis.model,
    entitySoftware: chassis.software,
  });
  const { whole, faults } = progress;
  return {
    address,
    credential,
    sysName,
    description,
    objectId,
    ...identity,
    serial: chassis.serial,
    interfaces,
    parts,
    whole,
    faults,
  };
}
