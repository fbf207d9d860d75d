import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import {
  SNMP_PROBE,
  SnmpInterfaceProbeResult,
  SnmpProbeResult,
  type SnmpProbe,
} from '#schemas/settings/snmp/credential-routes.ts';

/** Longer than a probe with its retries. */
const PROBE_TIMEOUT_MS = 15_000;
/** ifType softwareLoopback (IANAifType-MIB). */
const LOOPBACK = 24;
/** Characters of a name and an alias in the inventory. */
const MAX_TEXT = 200;
/** More are named in a network file. */
const MAX_READ = 500;

interface DeviceReading {
  readonly ok: boolean;
  readonly name: string;
  readonly failure: string;
  readonly interfaces: readonly { readonly name: string; readonly alias: string }[];
}

/** Reads the interfaces of a device by the discovery process; a device that does not respond has none. */
export async function readDeviceInterfaces(
  { bus, secrets }: { readonly bus: Pick<Bus, 'request'>; readonly secrets: Pick<SecretBox, 'seal'> },
  address: string,
  access: SnmpSettings,
): Promise<DeviceReading> {
  const request: SnmpProbe = { address, access, withInterfaces: true };
  const sealed = secrets.seal(JSON.stringify(request), SNMP_PROBE);
  try {
    const reply = await bus.request(subjects.snmpProbe, sealed, PROBE_TIMEOUT_MS);
    const { ok, name, failure, interfaces } = SnmpInterfaceProbeResult.parse(
      JSON.parse(new TextDecoder().decode(reply)),
    );
    const read = interfaces
      .filter(({ type, name: port }) => type !== LOOPBACK && port !== '' && port.length <= MAX_TEXT)
      .slice(0, MAX_READ)
      .map(({ name: port, alias }) => ({ name: port, alias: alias.slice(0, MAX_TEXT) }));
    return { ok, name, failure, interfaces: read };
  } catch {
    // Without a discovery process the device is added, and its interfaces later.
    return { ok: false, name: '', failure: 'failed', interfaces: [] };
  }
}

/** Reads the system group of an address; one that does not respond is not `ok`. */
export async function probeSystem(
  { bus, secrets }: { readonly bus: Pick<Bus, 'request'>; readonly secrets: Pick<SecretBox, 'seal'> },
  address: string,
  access: SnmpSettings,
): Promise<Pick<SnmpProbeResult, 'ok' | 'name' | 'description'>> {
  const request: SnmpProbe = { address, access, withInterfaces: false };
  const sealed = secrets.seal(JSON.stringify(request), SNMP_PROBE);
  try {
    const reply = await bus.request(subjects.snmpProbe, sealed, PROBE_TIMEOUT_MS);
    return SnmpProbeResult.parse(JSON.parse(new TextDecoder().decode(reply)));
  } catch {
    // Without a discovery process the form is filled in without it.
    return { ok: false, name: '', description: '' };
  }
}
