import type { RemoteInfo } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Session, User } from 'net-snmp';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import { mayBeBelieved } from './usm/authentic.ts';

/** The form in which the system reports senders. */
export const canonical = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

export interface Guarded {
  readonly address: string;
  readonly port: number;
  /** With v3. */
  readonly identity: { readonly access: UserAccess; readonly user: User } | undefined;
}

export interface Dropped {
  strays: number;
  forged: number;
}

/**
 * The library takes any datagram with the right request id for an answer. Only those of the agent reach it, with v3 only
 * those that bear its signature, and one that it cannot read is dropped here.
 */
export function guardSession(session: Session, { address, port, identity }: Guarded): Dropped {
  const dropped: Dropped = { strays: 0, forged: 0 };
  session.on('error', () => {
    dropped.strays += 1;
  });
  session.dgram.removeAllListeners('message');
  session.dgram.on('message', (message: Buffer, sender: RemoteInfo) => {
    if (sender.port !== port || canonical(sender.address) !== address) {
      dropped.strays += 1;
      return;
    }
    const engineId = session.msgSecurityParameters?.msgAuthoritativeEngineID;
    if (identity !== undefined && !mayBeBelieved(message, { ...identity, engineId })) {
      dropped.forged += 1;
      return;
    }
    try {
      session.onMsg(message);
    } catch {
      // The library reads past the end of some malformed messages; the request then ends by its timeout.
      dropped.strays += 1;
    }
  });
  return dropped;
}
