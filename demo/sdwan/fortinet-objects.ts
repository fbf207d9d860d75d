import type { SimulatedAlarm } from './overlay-alarms.ts';
import { lineAddress, type OverlayDevice } from './overlay.ts';

/** `system/interface/select` of a FortiGate. */
export function gatePorts(device: OverlayDevice, { vdom }: { readonly vdom: string }): object {
  const lines = ([0, 1] as const).map(
    (line) =>
      [
        device.uplinks[line],
        {
          id: device.uplinks[line],
          name: device.uplinks[line],
          alias: line === 0 ? 'WAN access' : 'WAN backup',
          mac: '00:09:0f:00:00:01',
          ip: lineAddress(device, line),
          mask: 31,
          link: true,
          speed: 1_000,
          duplex: 1,
        },
      ] as const,
  );
  const unused = { id: 'modem', name: 'modem', alias: '', ip: '0.0.0.0', mask: 0, link: false, speed: 0 };
  const results = Object.fromEntries([...lines, ['modem', unused]]);
  const response = { results, vdom: 'root', status: 'success', http_status: 200, serial: device.serial };
  return vdom === '*' ? [response] : response;
}

const severities = { Critical: 'critical', Major: 'high', Minor: 'medium' } as const;

export const alertRow = ({ key, device, type, severity, message, raisedMs }: SimulatedAlarm) => ({
  alertid: key,
  alerttime: String(Math.floor(raisedMs / 1_000)),
  devname: device.name,
  devid: device.serial,
  eventtype: 'event',
  triggername: type,
  severity: severities[severity],
  subject: message,
  ackflag: 'no',
});

/** Times of a query, which are in its time zone: UTC. */
export function alertPeriod(range: { readonly start?: string; readonly end?: string } | undefined) {
  const [startMs, endMs] = [range?.start, range?.end].map((text) =>
    Date.parse(`${(text ?? '').replace(' ', 'T')}Z`),
  );
  return startMs === undefined || endMs === undefined || Number.isNaN(startMs + endMs)
    ? undefined
    : { startMs, endMs };
}
