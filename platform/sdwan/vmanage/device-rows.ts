import { knownValues, looseFields, looseNumber, looseRows, looseText, type LooseFields } from '../lenient.ts';
import type { ManagedSample } from '../sdwan-client.ts';
import { deviceOfRow } from './vmanage-rows.ts';

/** Edges of `GET /device` as they are now: reachability, start, and the control connections of their site. */
export function stateSamples(response: unknown, tenant: string, atMs: number): readonly ManagedSample[] {
  return looseRows(looseFields(response)['data'])
    .filter((row) => ['vedge', ''].includes(looseText(row, 'personality')))
    .flatMap((row): readonly ManagedSample[] => {
      const of = {
        tenant,
        key: '',
        atMs,
        device: looseText(row, 'host-name', 'system-ip'),
        address: looseText(row, 'system-ip', 'deviceId') || undefined,
      };
      const startedMs = looseNumber(row, 'uptime-date');
      const device = knownValues({
        cv_reachable: looseText(row, 'reachability') === 'reachable' ? 1 : 0,
        cv_uptime_date: startedMs === undefined ? undefined : startedMs / 1_000,
      });
      const site = knownValues({ cv_control_connections: looseNumber(row, 'controlConnections') });
      return [
        { ...of, kind: 'device', values: device },
        { ...of, kind: 'site', values: site },
      ];
    });
}

/** Rows of `devicesystemstatusstatistics`. Memory is a fraction. */
export function systemSamples(rows: readonly LooseFields[], tenant: string): readonly ManagedSample[] {
  return rows.flatMap((row) => {
    const [of, atMs] = [deviceOfRow(row), looseNumber(row, 'entry_time')];
    if (of.device === '' || atMs === undefined) return [];
    const values = knownValues({
      cv_cpu_idle: looseNumber(row, 'cpu_idle_new'),
      cv_mem_util: looseNumber(row, 'mem_util'),
      cv_disk_used: looseNumber(row, 'disk_used'),
      cv_disk_avail: looseNumber(row, 'disk_avail'),
    });
    return { kind: 'device', ...of, tenant, key: '', atMs, values };
  });
}

const up = (row: LooseFields): number | undefined => {
  const status = looseText(row, 'oper_status').toLowerCase();
  if (status === '') return undefined;
  // vEdge says Up, IOS XE if-oper-state-ready.
  return /^(?:up|if-oper-state-ready)$/.test(status) ? 1 : 0;
};

/** Rows of `interfacestatistics`: counters are sums of their interval. */
export function interfaceSamples(rows: readonly LooseFields[], tenant: string): readonly ManagedSample[] {
  return rows.flatMap((row) => {
    const [of, key, atMs] = [deviceOfRow(row), looseText(row, 'interface'), looseNumber(row, 'entry_time')];
    if (of.device === '' || key === '' || atMs === undefined) return [];
    const values = knownValues({
      cv_rx_kbps: looseNumber(row, 'rx_kbps'),
      cv_tx_kbps: looseNumber(row, 'tx_kbps'),
      cv_rx_octets: looseNumber(row, 'rx_octets'),
      cv_tx_octets: looseNumber(row, 'tx_octets'),
      cv_rx_pps: looseNumber(row, 'rx_pps'),
      cv_tx_pps: looseNumber(row, 'tx_pps'),
      cv_rx_pkts: looseNumber(row, 'rx_pkts'),
      cv_tx_pkts: looseNumber(row, 'tx_pkts'),
      cv_rx_errors: looseNumber(row, 'rx_errors'),
      cv_tx_errors: looseNumber(row, 'tx_errors'),
      cv_rx_drops: looseNumber(row, 'rx_drops'),
      cv_tx_drops: looseNumber(row, 'tx_drops'),
      cv_bw_down: looseNumber(row, 'bw_down'),
      cv_bw_up: looseNumber(row, 'bw_up'),
      cv_oper_up: up(row),
    });
    return { kind: 'interface', ...of, tenant, key, atMs, values };
  });
}
