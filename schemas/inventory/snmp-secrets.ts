import type { ChangeSecret } from '../secret/change-secret.ts';

/** Purposes of SNMP secrets, shared by agents, discovery credentials and trap receivers. */
export const snmpSecrets = { community: 'snmp community', auth: 'snmp auth', priv: 'snmp priv' } as const;

type Key = { readonly password: string } | null | undefined;

interface WithSecrets {
  readonly community?: string | undefined;
  readonly auth?: Key;
  readonly priv?: Key;
}

/** Returns the access with every secret transformed. */
export function withSnmpSecrets<Access extends WithSecrets>(access: Access, change: ChangeSecret): Access {
  const { community, auth, priv } = access;
  return {
    ...access,
    ...(community === undefined ? {} : { community: change(community, snmpSecrets.community) }),
    ...(auth ? { auth: { ...auth, password: change(auth.password, snmpSecrets.auth) } } : {}),
    ...(priv ? { priv: { ...priv, password: change(priv.password, snmpSecrets.priv) } } : {}),
  };
}
