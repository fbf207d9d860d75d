import { accessOf, type AccessCells } from '#platform/inventory/snmp-access.ts';
import type { SnmpAccess, SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import type { CredentialAccess, SnmpCredentialDraft } from '#schemas/settings/snmp/credential.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';

type Secret = 'community' | 'auth' | 'priv';
type Secrets = Readonly<Partial<Record<Secret, string | undefined>>>;

const secretsOf = (access: SnmpAccess): Secrets =>
  access.version === 'v3'
    ? { auth: access.auth?.password, priv: access.priv?.password }
    : { community: access.community };

/** Secrets are retained for the same version and user only. */
const isSameUser = ({ access }: SnmpCredentialDraft, stored: SnmpAccess): boolean =>
  access.version === stored.version &&
  (access.version !== 'v3' || stored.version !== 'v3' || access.user === stored.user);

/** The settings of a draft with the secrets that it keeps. Throws SNMP_SECRET_UNKNOWN at every secret that is not stored. */
export function completeSettings(
  draft: SnmpCredentialDraft,
  stored: AccessCells | undefined,
  where = 'body',
): SnmpSettings {
  const before = stored === undefined ? undefined : accessOf(stored);
  const retained = before !== undefined && isSameUser(draft, before) ? secretsOf(before) : {};
  const faults: Fault[] = [];
  const secret = (given: string | null, name: Secret): string => {
    const found = given ?? retained[name];
    const path = name === 'community' ? 'access.community' : `access.${name}.password`;
    if (found === undefined) faults.push({ path, code: 'SNMP_SECRET_UNKNOWN' });
    return found ?? '';
  };
  const { access, port, context } = draft;
  const settings: SnmpSettings =
    access.version === 'v3'
      ? {
          version: 'v3',
          port,
          user: access.user,
          ...(context === '' ? {} : { context }),
          ...(access.auth && { auth: { ...access.auth, password: secret(access.auth.password, 'auth') } }),
          ...(access.priv && { priv: { ...access.priv, password: secret(access.priv.password, 'priv') } }),
        }
      : { version: access.version, port, community: secret(access.community, 'community') };
  rejectFaults(faults, where);
  return settings;
}

function shownAccess(access: SnmpAccess): CredentialAccess {
  if (access.version !== 'v3') return { version: access.version, community: null };
  const { user, auth, priv } = access;
  return {
    version: 'v3',
    user,
    auth: auth === undefined ? null : { protocol: auth.protocol, password: null },
    priv: priv === undefined ? null : { protocol: priv.protocol, password: null },
  };
}

/** Port, context and access without secrets. */
export function shownCells(cells: AccessCells): Pick<SnmpCredentialDraft, 'port' | 'context' | 'access'> {
  const access = accessOf(cells) ?? { version: 'v2c', port: cells.snmp_port, community: '' };
  return { port: access.port, context: cells.snmp_context ?? '', access: shownAccess(access) };
}
