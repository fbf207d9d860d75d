import snmp, { type User } from 'net-snmp';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { UsmHeader } from './header.ts';

const isSigned = (user: User, header: UsmHeader, message: Buffer): boolean =>
  user.authProtocol !== undefined &&
  user.authKey !== undefined &&
  snmp.Authentication.isAuthentic(message, user.authProtocol, user.authKey, header.engineId, header.digest);

/**
 * Whether a message may be a response to our request. net-snmp accepts a response below the security level of its
 * request and ends the request on a wrong digest; RFC 3414 §3.2 requires such messages to be dropped. Only a Report may
 * be less secure: it reports an unknown user or key. `engineId` is the agent's, undefined before discovery. No key is
 * derived for another engine: it costs a hash of a megabyte, which a forger could request with every message.
 */
export function isAcceptable(
  message: Buffer,
  header: UsmHeader,
  { access, user, engineId }: { access: UserAccess; user: User; engineId: Buffer | undefined },
): boolean {
  if (!header.authenticated) return header.isReport || (access.auth === undefined && !header.encrypted);
  if (engineId === undefined || !header.engineId.equals(engineId) || header.user !== access.user)
    return false;
  const isSecureEnough = header.isReport || header.encrypted === (access.priv !== undefined);
  return isSecureEnough && isSigned(user, header, message);
}
