import { addressText, saidFields } from '../interface-fields.ts';
import { looseFields, looseNumber, looseRows, looseText, type LooseFields } from '../lenient.ts';
import { alarmText, severityOf, type ManagedAlarm } from '../managed-alarms.ts';
import type { ManagedInterface, ManagedSample } from '../sdwan-client.ts';

/** Whether a device of the ADOM has a VDOM. */
export const hasVdom = (row: LooseFields, vdom: string): boolean =>
  looseRows(row['vdom']).some((one) => looseText(one, 'name') === vdom);

/** Responses to `system/interface/select`: the ports of the FortiGates, one object per VDOM where there are several. */
export function gateInterfaces(
  responses: readonly LooseFields[],
  tenant: string,
): readonly ManagedInterface[] {
  return responses.flatMap((reply) => {
    const device = looseText(reply, 'target');
    const { response } = reply;
    return (Array.isArray(response) ? response : [response]).flatMap((one) =>
      Object.entries(looseFields(looseFields(one)['results'])).flatMap(
        ([key, value]): readonly ManagedInterface[] => {
          const fields = looseFields(value);
          const name = looseText(fields, 'name') || key;
          const megabits = looseNumber(fields, 'speed') ?? 0;
          const address = addressText(looseText(fields, 'ip'), looseText(fields, 'mask'));
          if (device === '') return [];
          return [
            {
              tenant,
              device,
              name,
              description: looseText(fields, 'alias'),
              speedBps: megabits > 0 ? Math.round(megabits * 1_000_000) : undefined,
              fields: saidFields({ address }),
            },
          ];
        },
      ),
    );
  });
}

/** The speeds of the ports. */
export const speedSamples = (
  ports: readonly ManagedInterface[],
  { tenant, atMs }: { readonly tenant: string; readonly atMs: number },
): readonly ManagedSample[] =>
  ports.flatMap(({ device, name: key, speedBps }): readonly ManagedSample[] =>
    speedBps === undefined
      ? []
      : [{ kind: 'interface', tenant, device, key, atMs, values: { fo_speed: speedBps / 1_000_000 } }],
  );

/** In the time zone that the request names. */
export const alertTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Seconds since 1970, or a date of UTC. */
function timeOf(row: LooseFields): number | undefined {
  const seconds = looseNumber(row, 'alerttime');
  if (seconds !== undefined) return seconds * 1_000;
  const ms = Date.parse(`${looseText(row, 'alerttime').replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Rows of `eventmgmt/…/alerts`: events, which have no end. */
export function fortinetAlerts(rows: readonly LooseFields[], tenant: string): readonly ManagedAlarm[] {
  return rows.flatMap((row): readonly ManagedAlarm[] => {
    const [key, raisedMs] = [looseText(row, 'alertid'), timeOf(row)];
    if (key === '' || raisedMs === undefined) return [];
    return [
      {
        tenant,
        key,
        raisedMs,
        severity: severityOf(row),
        isEvent: true,
        type: alarmText(looseText(row, 'triggername', 'eventtype')),
        message: alarmText(looseText(row, 'subject', 'extrainfo')),
        device: looseText(row, 'devname', 'devid'),
        clearedMs: raisedMs,
      },
    ];
  });
}
