import { addressText, saidFields } from '../interface-fields.ts';
import { looseNumber, looseText, type LooseFields } from '../lenient.ts';
import { alarmText, severityOf, type ManagedAlarm } from '../managed-alarms.ts';
import type { ManagedVolume } from '../managed-volume.ts';
import type { ManagedInterface } from '../sdwan-client.ts';

/** Bits per second of `speed`, such as `BASET1000`; undefined for automatic ones. */
function speedOf(row: LooseFields): number | undefined {
  const megabits = /(\d+)$/.exec(looseText(row, 'speed'))?.[1];
  return megabits === undefined ? undefined : Number(megabits) * 1_000_000;
}

/** Ports of a gateway, with the addresses and roles of their uplinks. */
export function nuageInterfaces(
  of: Pick<ManagedInterface, 'tenant' | 'device'>,
  ports: readonly LooseFields[],
  uplinks: readonly LooseFields[],
): readonly ManagedInterface[] {
  const byPort = new Map(uplinks.map((row) => [looseText(row, 'portName'), row]));
  return ports.flatMap((row): readonly ManagedInterface[] => {
    const name = looseText(row, 'physicalName', 'name');
    if (name === '') return [];
    const uplink = byPort.get(looseText(row, 'name')) ?? byPort.get(name) ?? {};
    const address = addressText(looseText(uplink, 'address'), looseText(uplink, 'netmask'));
    const role = looseText(uplink, 'role').toLowerCase();
    const description = looseText(row, 'description');
    return [{ ...of, name, description, speedBps: speedOf(row), fields: saidFields({ address, role }) }];
  });
}

/** A group of `nuage_dpi_flowstats`: what an application sent from a gateway. */
export function nuageVolume(row: LooseFields, tenant: string): ManagedVolume | undefined {
  const [device, application] = [looseText(row, 'SourceNSG'), looseText(row, 'L7Classification')];
  const [atMs, bytes] = [looseNumber(row, 'at'), looseNumber(row, 'TotalBytesCount')];
  if (device === '' || application === '' || atMs === undefined || bytes === undefined) return undefined;
  const packets = looseNumber(row, 'TotalPacketsCount') ?? 0;
  return { tenant, device, application, family: '', atMs, bytes, packets };
}

/** An alarm of an enterprise: its object is a gateway, or names one. */
export function nuageAlarm(
  row: LooseFields,
  { tenant, names }: { readonly tenant: string; readonly names: ReadonlyMap<string, string> },
): ManagedAlarm | undefined {
  const [key, raisedMs] = [looseText(row, 'ID'), looseNumber(row, 'timestamp')];
  const isOver = looseText(row, 'severity').toUpperCase() === 'CLEARED';
  if (key === '' || raisedMs === undefined || isOver) return undefined;
  const target = looseText(row, 'targetObject');
  const ofParent = names.get(looseText(row, 'parentID'));
  const named = [...names].find(
    ([id, name]) => target.includes(id) || target.split(/[\s/:[\]]+/).includes(name),
  );
  return {
    tenant,
    key,
    raisedMs,
    severity: severityOf(row),
    isEvent: false,
    type: alarmText(looseText(row, 'title', 'name')),
    message: alarmText(
      [looseText(row, 'description', 'reason'), looseText(row, 'remedy')]
        .filter((one) => one !== '')
        .join(' '),
    ),
    device: ofParent ?? named?.[1] ?? '',
    clearedMs: undefined,
  };
}
