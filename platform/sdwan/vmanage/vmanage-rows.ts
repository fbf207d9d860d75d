import { looseFields, knownValues, looseNumber, looseRows, looseText, type LooseFields } from '../lenient.ts';
import type { ManagedDevice, ManagedSample, ManagedTunnel } from '../sdwan-client.ts';

/** Every tunnel belongs to this class: it says nothing about an SLA. */
const ALL_TUNNELS = '__all_tunnels__';

/** Edges of `GET /device`: controllers have no tunnels of customers. */
export function devicesOf(response: unknown, tenant: string): readonly ManagedDevice[] {
  return looseRows(looseFields(response)['data'])
    .filter((row) => ['vedge', ''].includes(looseText(row, 'personality')))
    .map((row) => ({
      tenant,
      name: looseText(row, 'host-name', 'system-ip'),
      address: looseText(row, 'system-ip', 'deviceId'),
      site: looseText(row, 'site-name', 'site-id'),
      model: looseText(row, 'device-model').replace(/^vedge-/, ''),
      serial: looseText(row, 'board-serial', 'uuid'),
      software: looseText(row, 'version'),
      latitude: looseNumber(row, 'latitude'),
      longitude: looseNumber(row, 'longitude'),
    }))
    .filter(({ name, address }) => name !== '' && address !== '');
}

/** The name that `approutestatsstatistics` gives a tunnel: `10.10.1.13:mpls-10.10.1.11:public-internet`. */
export function tunnelsOf(rows: readonly LooseFields[], tenant: string): readonly ManagedTunnel[] {
  return rows.flatMap((row) => {
    const [local, remote] = [looseText(row, 'vdevice-name'), looseText(row, 'system-ip')];
    const [localColor, remoteColor] = [looseText(row, 'local-color'), looseText(row, 'color')];
    if ([local, remote, localColor, remoteColor].includes('')) return [];
    return {
      tenant,
      device: looseText(row, 'vdevice-host-name') || local,
      key: `${local}:${localColor}-${remote}:${remoteColor}`,
      fields: { remote, localColor, remoteColor, protocol: looseText(row, 'proto') },
    };
  });
}

function slaMet(row: LooseFields): number | undefined {
  const names = looseText(row, 'sla_class_names');
  if (names === '') return undefined;
  return names.split(',').some((name) => name.trim() !== ALL_TUNNELS) ? 1 : 0;
}

/** The device of a row of statistics: its name as of then, and its system address. */
export const deviceOfRow = (row: LooseFields): Pick<ManagedSample, 'device' | 'address'> => ({
  device: looseText(row, 'host_name', 'vdevice_name'),
  address: looseText(row, 'vdevice_name') || undefined,
});

/** Rows of `approutestatsstatistics`. A tunnel that is down measures nothing. */
export function tunnelSamples(rows: readonly LooseFields[], tenant: string): readonly ManagedSample[] {
  return rows.flatMap((row) => {
    const [key, atMs] = [looseText(row, 'name'), looseNumber(row, 'entry_time')];
    if (key === '' || atMs === undefined) return [];
    const isUp = looseText(row, 'state').toLowerCase() === 'up';
    const measured = {
      cv_latency: looseNumber(row, 'latency'),
      cv_jitter: looseNumber(row, 'jitter'),
      cv_vqoe_score: looseNumber(row, 'vqoe_score'),
      cv_sla_met: slaMet(row),
    };
    const values = knownValues({
      cv_tunnel_up: isUp ? 1 : 0,
      cv_loss: looseNumber(row, 'loss'),
      cv_total: looseNumber(row, 'total'),
      ...(isUp && measured),
    });
    return { kind: 'tunnel', ...deviceOfRow(row), tenant, key, atMs, values };
  });
}
