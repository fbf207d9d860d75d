import snmp, { type User } from 'net-snmp';
import type { AuthProtocol, PrivProtocol, UserAccess } from '#schemas/inventory/snmp-access.ts';

const { AuthProtocols, PrivProtocols, SecurityLevel } = snmp;

const authProtocolOf: Readonly<Record<AuthProtocol, number>> = {
  MD5: AuthProtocols.md5,
  SHA: AuthProtocols.sha,
  'SHA-224': AuthProtocols.sha224,
  'SHA-256': AuthProtocols.sha256,
  'SHA-384': AuthProtocols.sha384,
  'SHA-512': AuthProtocols.sha512,
};

const privProtocolOf: Readonly<Record<PrivProtocol, number>> = {
  DES: PrivProtocols.des,
  'AES-128': PrivProtocols.aes,
  'AES-256': PrivProtocols.aes256b,
  'AES-256-C': PrivProtocols.aes256r,
};

/** Returns the user for the library, with the highest security level that its keys allow. */
export function userOf({ user: name, auth, priv }: Pick<UserAccess, 'user' | 'auth' | 'priv'>): User {
  if (auth === undefined) return { name, level: SecurityLevel.noAuthNoPriv };
  const authentic = { name, authProtocol: authProtocolOf[auth.protocol], authKey: auth.password };
  if (priv === undefined) return { ...authentic, level: SecurityLevel.authNoPriv };
  return {
    ...authentic,
    level: SecurityLevel.authPriv,
    privProtocol: privProtocolOf[priv.protocol],
    privKey: priv.password,
  };
}
