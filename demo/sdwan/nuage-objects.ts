import type { SimulatedAlarm } from './overlay-alarms.ts';
import { volumesOf } from './overlay-volumes.ts';
import { lineAddress, type Overlay, type OverlayDevice } from './overlay.ts';

const portName = (line: 0 | 1): string => `port${String(line + 1)}`;
const lines = [0, 1] as const;

/** `nsports` of a gateway. */
export const portObjects = (device: OverlayDevice): readonly object[] =>
  lines.map((line) => ({
    ID: `port-${device.serial}-${String(line)}`,
    parentType: 'nsgateway',
    name: portName(line),
    physicalName: device.uplinks[line],
    portType: 'NETWORK',
    description: line === 0 ? 'WAN access' : 'WAN backup',
    speed: line === 0 ? 'BASET1000' : 'AUTONEGOTIATE',
  }));

/** `uplinkconnections` of a gateway. */
export const uplinkObjects = (device: OverlayDevice): readonly object[] =>
  lines.map((line) => ({
    ID: `uplink-${device.serial}-${String(line)}`,
    mode: 'Static',
    role: line === 0 ? 'PRIMARY' : 'SECONDARY',
    address: lineAddress(device, line),
    netmask: '255.255.255.254',
    portName: portName(line),
  }));

/** An alarm of `allalarms`, where only raised ones are. */
export const nuageAlarmRow = ({ key, device, type, severity, message, raisedMs }: SimulatedAlarm) => ({
  ID: key,
  parentID: `nsg-${device.serial}`,
  parentType: 'nsgateway',
  targetObject: `NSGateway [${device.name}]`,
  severity: severity.toUpperCase(),
  title: type,
  description: message,
  remedy: '',
  errorCondition: 5001,
  numberOfOccurances: 1,
  timestamp: raisedMs,
  acknowledged: false,
});

const STEP_MS = 300_000;

/** Buckets of `nuage_dpi_flowstats` by interval, enterprise, gateway and application. */
export const flowSums = (
  { name, overlay }: { readonly name: string; readonly overlay: Overlay },
  period: { readonly startMs: number; readonly endMs: number },
) =>
  volumesOf(overlay, { ...period, stepMs: STEP_MS }).map(
    ({ device, application, atMs, octets, packets }) => ({
      key: { at: atMs, EnterpriseName: name, SourceNSG: device.name, L7Classification: application },
      doc_count: 10,
      TotalBytesCount: { value: octets },
      TotalPacketsCount: { value: packets },
    }),
  );
