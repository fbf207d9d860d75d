import type { FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import { canonicalAddress } from '#schemas/address/address.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import type { SnmpValue } from '../../snmp/agent/value.ts';
import { readHealthChecks } from '../../snmp/component/health-checks.ts';
import { numberOrZero, readColumns } from '../../snmp/request/read-columns.ts';

const MAX_TUNNELS = 10_000;
/** TUNNEL-MIB tunnelIfTable (RFC 4087), by ifIndex. */
const TUNNEL = '1.3.6.1.2.1.10.131.1.1.1.1';
const columns = {
  encapsulation: `${TUNNEL}.3`,
  security: `${TUNNEL}.5`,
  local: `${TUNNEL}.1`,
  remote: `${TUNNEL}.2`,
} as const;

/** IANAifType-MIB: ifType and IANAtunnelType. */
const TUNNEL_TYPE = 131;
const encapsulations: Readonly<Record<number, string>> = {
  1: 'other',
  2: 'direct',
  3: 'GRE',
  4: 'minimal',
  5: 'L2TP',
  6: 'PPTP',
  7: 'L2F',
  8: 'UDP',
  9: 'ATMP',
  10: 'MSDP',
  11: '6to4',
  12: '6over4',
  13: 'ISATAP',
  14: 'Teredo',
  15: 'IP-HTTPS',
  16: 'softwire mesh',
  17: 'DS-Lite',
  18: 'A+P',
  19: 'IPsec',
};
/** tunnelIfSecurity. */
const IPSEC = 2;

const addressOf = (value: SnmpValue | undefined): string => {
  if (value?.type !== 'ipAddress') return '';
  const address = canonicalAddress(value.value) ?? '';
  return address === '0.0.0.0' ? '' : address;
};

/** SD-WAN health checks of a FortiGate, each a tunnel over one member. */
async function readHealthCheckParts(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const checks = await readHealthChecks(context);
  return checks?.map(({ key, name, port, vdom }) => ({
    kind: 'tunnel',
    key,
    fields: { healthCheck: name, interface: port, vdom },
  }));
}

/** Tunnels of a device: rows of TUNNEL-MIB, interfaces of type tunnel (GRE, IPsec and others), SD-WAN health checks. */
export async function readTunnels(
  context: RequestContext,
  interfaces: readonly FoundInterface[],
): Promise<readonly FoundPart[] | undefined> {
  const cells = await readColumns(context, columns, MAX_TUNNELS);
  if (cells === undefined) return undefined;
  const checks = await readHealthCheckParts(context);
  if (checks === undefined) return undefined;
  const tunnels = interfaces.flatMap(({ index, name, type }): readonly FoundPart[] => {
    const row = String(index);
    const encapsulation = cells.encapsulation.get(row);
    if (type !== TUNNEL_TYPE && encapsulation === undefined) return [];
    const fields = {
      encapsulation: encapsulations[numberOrZero(encapsulation)] ?? '',
      security: numberOrZero(cells.security.get(row)) === IPSEC ? 'IPsec' : '',
      local: addressOf(cells.local.get(row)),
      remote: addressOf(cells.remote.get(row)),
    };
    return [{ kind: 'tunnel', key: name, fields }];
  });
  return [...tunnels, ...checks];
}
