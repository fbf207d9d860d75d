import {
  authProtocols,
  privProtocols,
  type SealedAccess,
  type SnmpAccess,
  type SnmpSettings,
} from '#schemas/inventory/snmp-access.ts';
import { snmpSecrets, withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { ChangeSecret } from '#schemas/secret/change-secret.ts';
import type { device } from '#schemas/table/inventory.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { SecretBox } from '../secret/secret-box.ts';

export const accessColumns = [
  'snmp_version',
  'snmp_port',
  'snmp_community',
  'snmp_user',
  'snmp_context',
  'snmp_auth_protocol',
  'snmp_auth_password',
  'snmp_priv_protocol',
  'snmp_priv_password',
] as const;

export type AccessCells = Readonly<Pick<Row<typeof device>, (typeof accessColumns)[number]>>;

/** Returns undefined when a protocol is not used or unknown. */
function secret<Protocol extends string>(
  known: readonly Protocol[],
  name: string | null,
  password: string | null,
): { readonly protocol: Protocol; readonly password: string } | undefined {
  const protocol = known.find((one) => one === name);
  return protocol === undefined || password === null ? undefined : { protocol, password };
}

/** Returns the SNMP access of a device, undefined when it is not polled. */
export function accessOf(cells: AccessCells): SnmpAccess | undefined {
  const { snmp_version: version, snmp_port: port, snmp_community: community, snmp_user: user } = cells;
  if (version === 'v3')
    return user === null
      ? undefined
      : {
          version,
          port,
          user,
          context: cells.snmp_context ?? '',
          auth: secret(authProtocols, cells.snmp_auth_protocol, cells.snmp_auth_password),
          priv: secret(privProtocols, cells.snmp_priv_protocol, cells.snmp_priv_password),
        };
  if (community === null || (version !== 'v1' && version !== 'v2c')) return undefined;
  return { version, port, community };
}

/** Returns the sealed access of a device. */
export function sealedAccessOf(cells: AccessCells): SealedAccess | undefined {
  const sealed = accessOf(cells);
  return sealed && { version: sealed.version, sealed };
}

/** Opens the secrets of an access to query the device. Throws when they cannot be opened. */
export const openAccess = ({ sealed }: SealedAccess, secrets: Pick<SecretBox, 'open'>): SnmpAccess =>
  withSnmpSecrets(sealed, secrets.open);

/** Returns the cells with every secret changed. */
export function withCellSecrets<Cells extends AccessCells>(cells: Cells, change: ChangeSecret): Cells {
  const of = (secret: string | null, purpose: string): string | null =>
    secret === null ? null : change(secret, purpose);
  return {
    ...cells,
    snmp_community: of(cells.snmp_community, snmpSecrets.community),
    snmp_auth_password: of(cells.snmp_auth_password, snmpSecrets.auth),
    snmp_priv_password: of(cells.snmp_priv_password, snmpSecrets.priv),
  };
}

const noKey = { protocol: null, password: null };
const notPolled: AccessCells = {
  snmp_version: null,
  snmp_port: 161,
  snmp_community: null,
  snmp_user: null,
  snmp_context: null,
  snmp_auth_protocol: null,
  snmp_auth_password: null,
  snmp_priv_protocol: null,
  snmp_priv_password: null,
};

/** Returns the cells of a device; `accessOf` reads them back. */
export function accessCells(settings: SnmpSettings | undefined): AccessCells {
  if (settings === undefined) return notPolled;
  const { version, port, community = null, user = null, context = null } = settings;
  const [auth, priv] = [settings.auth ?? noKey, settings.priv ?? noKey];
  return {
    snmp_version: version,
    snmp_port: port,
    snmp_community: community,
    snmp_user: user,
    snmp_context: context,
    snmp_auth_protocol: auth.protocol,
    snmp_auth_password: auth.password,
    snmp_priv_protocol: priv.protocol,
    snmp_priv_password: priv.password,
  };
}
