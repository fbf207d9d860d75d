import type { Clock } from '#platform/clock/clock.ts';
import type { FoundDevice, FoundPart } from '#schemas/discovery/found.ts';
import { asLine } from '#schemas/text/line.ts';
import type { Agent, AgentResponse } from '../../snmp/agent/agent.ts';
import { newMemory } from '../../snmp/device/device-memory.ts';
import { componentLimits, type RequestContext } from '../../snmp/request/get-objects.ts';
import { scalar } from '../../snmp/interface/objects.ts';
import { identify } from './identify.ts';
import { readAddresses } from './read-addresses.ts';
import { noChassis, readChassis } from './read-chassis.ts';
import { trimmedText } from '../../snmp/request/read-columns.ts';
import { readInterfaces } from './read-interfaces.ts';
import { readPolicies } from './read-policies.ts';
import { readProbes } from './read-probes.ts';
import { readTunnels } from './read-tunnels.ts';
import { readVendorTexts } from './read-vendor-texts.ts';
import { readPeers } from '../../snmp/bgp/read-peers.ts';
import { readSensors } from '../../snmp/sensor/read-sensors.ts';

/** Temperatures, fans and power supplies by their name. */
async function readSensorParts(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const sensors = await readSensors(context);
  return sensors?.map(({ name, kind, mib }) => ({ kind: 'sensor', key: name, fields: { kind, mib } }));
}

/** BGP peers by their address. */
async function readPeerParts(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const peers = await readPeers(context);
  return peers?.map(({ key, remoteAs, mib }) => ({
    kind: 'peer',
    key,
    fields: { remoteAs: remoteAs === 0 ? '' : String(remoteAs), mib },
  }));
}

/** First request to an address: detects an agent and identifies it. */
export const systemObjects = [scalar.sysDescr, scalar.sysObjectId, scalar.sysName] as const;

/** A device is read within this time, partially if necessary. */
const MAX_DEVICE_MS = 120_000;

export interface ReadDeviceNeeds {
  readonly agent: Agent;
  readonly clock: Clock;
  readonly address: string;
  /** Index of the credential in the request. */
  readonly credential: number;
  readonly signal: AbortSignal;
}

type Kind = FoundDevice['complete'][number];

/** Faults after which a table is not complete. */
const truncations = ['endless table', 'not increasing', ...componentLimits];

/** Records faults and which kinds were read completely. */
class DeviceReadProgress {
  readonly faults: Record<string, number> = {};
  readonly complete: Kind[] = [];

  count(reason: string): void {
    this.faults[reason] = (this.faults[reason] ?? 0) + 1;
  }

  /** Reads a kind. A truncated table is not complete, so nothing can be concluded from what it lacks. */
  async read<Item>(kind: Kind, reading: () => Promise<readonly Item[] | undefined>): Promise<Item[]> {
    const truncatedBefore = this.#truncations();
    const items = await reading();
    if (items !== undefined && this.#truncations() === truncatedBefore) this.complete.push(kind);
    return [...(items ?? [])];
  }

  #truncations(): number {
    return truncations.reduce((sum, fault) => sum + (this.faults[fault] ?? 0), 0);
  }
}

/** Reads everything the inventory covers from a device. Never rejects: unreadable parts are missing and counted. */
export async function readFoundDevice(
  { agent, clock, address, credential, signal }: ReadDeviceNeeds,
  opening: AgentResponse & { readonly ok: true },
): Promise<FoundDevice> {
  const progress = new DeviceReadProgress();
  const deadlineMs = clock.elapsed() + MAX_DEVICE_MS;
  const context: RequestContext = {
    agent,
    memory: newMemory(),
    count: (reason) => {
      progress.count(reason);
    },
    hasTime: () => !signal.aborted && clock.elapsed() < deadlineMs,
    nowMs: () => clock.now().getTime(),
  };
  const texts = new Map(opening.bindings.map(({ oid, value }) => [oid, trimmedText(value)]));
  const [description = '', objectId = '', sysName = ''] = systemObjects.map((oid) => texts.get(oid));
  const chassis = (await readChassis(context)) ?? noChassis;
  const own = await readVendorTexts(context, { objectId, chassis });
  const interfaces = await progress.read('interface', () => readInterfaces(context));
  const parts = [
    ...(await progress.read('address', () => readAddresses(context, interfaces))),
    ...(await progress.read('probe', () => readProbes(context))),
    ...(await progress.read('policy', () => readPolicies(context, interfaces))),
    ...(await progress.read('tunnel', () => readTunnels(context, interfaces))),
    ...(await progress.read('sensor', () => readSensorParts(context))),
    ...(await progress.read('peer', () => readPeerParts(context))),
  ];
  const identity = identify({
    objectId,
    description,
    entityVendor: chassis.vendor,
    entityModel: chassis.model,
    entitySoftware: chassis.software,
    own,
  });
  const { complete: full, faults } = progress;
  return {
    address,
    credential,
    sysName: asLine(sysName),
    description,
    objectId,
    ...identity,
    serial: chassis.serial || own.serial,
    serials: chassis.serials.length > 0 ? [...chassis.serials] : [own.serial].filter(Boolean),
    interfaces,
    parts,
    complete: full,
    faults,
  };
}
