import { fieldsOf, known, numberOf, rowsOf, textOf } from '../lenient.ts';
import type { Fields } from '../lenient.ts';
import type { ManagedDevice, ManagedTunnel, TunnelSample } from '../manager-client.ts';

/** Every tunnel belongs to this class: it says nothing about an SLA. */
const ALL_TUNNELS = '__all_tunnels__';

/** Edges of `GET /device`: controllers have no tunnels of customers. */
export function devicesOf(answer: unknown, tenant: string): readonly ManagedDevice[] {
  return rowsOf(fieldsOf(answer)['data'])
    .filter((row) => ['vedge', ''].includes(textOf(row, 'personality')))
    .map((row) => ({
      tenant,
      name: textOf(row, 'host-name', 'system-ip'),
      address: textOf(row, 'system-ip', 'deviceId'),
      site: textOf(row, 'site-name', 'site-id'),
      model: textOf(row, 'device-model').replace(/^vedge-/, ''),
      serial: textOf(row, 'board-serial', 'uuid'),
      software: textOf(row, 'version'),
      latitude: numberOf(row, 'latitude'),
      longitude: numberOf(row, 'longitude'),
    }))
    .filter(({ name, address }) => name !== '' && address !== '');
}

/** The name that `approutestatsstatistics` gives a tunnel: `10.10.1.13:mpls-10.10.1.11:public-internet`. */
export function tunnelsOf(rows: readonly Fields[], tenant: string): readonly ManagedTunnel[] {
  return rows.flatMap((row) => {
    const [local, remote] = [textOf(row, 'vdevice-name'), textOf(row, 'system-ip')];
    const [localColor, remoteColor] = [textOf(row, 'local-color'), textOf(row, 'color')];
    if ([local, remote, localColor, remoteColor].includes('')) return [];
    return {
      tenant,
      device: textOf(row, 'vdevice-host-name') || local,
      key: `${local}:${localColor}-${remote}:${remoteColor}`,
      fields: { remote, localColor, remoteColor, protocol: textOf(row, 'proto') },
    };
  });
}

function slaMet(row: Fields): number | undefined {
  const names = textOf(row, 'sla_class_names');
  if (names === '') return undefined;
  return names.split(',').some((name) => name.trim() !== ALL_TUNNELS) ? 1 : 0;
}

/** Rows of `approutestatsstatistics`. A tunnel that is down measures nothing. */
export function samplesOf(rows: readonly Fields[], tenant: string): readonly TunnelSample[] {
  return rows.flatMap((row) => {
    const [key, atMs] = [textOf(row, 'name'), numberOf(row, 'entry_time')];
    if (key === '' || atMs === undefined) return [];
    const isUp = textOf(row, 'state').toLowerCase() === 'up';
    const measured = {
      cv_latency: numberOf(row, 'latency'),
      cv_jitter: numberOf(row, 'jitter'),
      cv_vqoe_score: numberOf(row, 'vqoe_score'),
      cv_sla_met: slaMet(row),
    };
    const values = known({
      cv_tunnel_up: isUp ? 1 : 0,
      cv_loss: numberOf(row, 'loss'),
      cv_total: numberOf(row, 'total'),
      ...(isUp && measured),
    });
    return { tenant, device: textOf(row, 'host_name', 'vdevice_name'), key, atMs, values };
  });
}
