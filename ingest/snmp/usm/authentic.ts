import snmp from 'net-snmp';
import type { User } from 'net-snmp';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { UsmHeader } from './header.ts';

const isSigned = (user: User, header: UsmHeader, message: Buffer): boolean =>
  user.authProtocol !== undefined &&
  user.authKey !== undefined &&
  snmp.Authentication.isAuthentic(message, user.authProtocol, user.authKey, header.engineId, header.digest);

/**
 * Whether a message may be an answer to us. The library believes an answer below the security level of its request, and
 * ends the request when the digest is wrong; RFC 3414 §3.2 has such messages dropped. Only a Report may be less secure: that
 * is how an agent says that it does not know the user or the key.
 *
 * `engineId`: that of the agent, undefined before it was discovered. A key is made for no other engine: it costs a hash of a
 * megabyte, and whoever forges messages could ask for one each.
 */
export function mayBeBelieved(
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
