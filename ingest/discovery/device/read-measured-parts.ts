import type { FoundPart } from '#schemas/discovery/found.ts';
import { readPeers } from '../../snmp/bgp/read-peers.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { readSensors } from '../../snmp/sensor/read-sensors.ts';

/** Temperatures, fans and power supplies by their name. */
export async function readSensorParts(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const sensors = await readSensors(context);
  return sensors?.map(({ name, kind, mib }) => ({ kind: 'sensor', key: name, fields: { kind, mib } }));
}

/** BGP peers by their address. */
export async function readPeerParts(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const peers = await readPeers(context);
  return peers?.map(({ key, remoteAs, mib }) => ({
    kind: 'peer',
    key,
    fields: { remoteAs: remoteAs === 0 ? '' : String(remoteAs), mib },
  }));
}
