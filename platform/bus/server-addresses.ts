import type { NodeConnectionOptions } from '@nats-io/transport-node';

export interface BusAddresses extends Pick<
  NodeConnectionOptions,
  'servers' | 'user' | 'pass' | 'token' | 'tls' | 'inboxPrefix'
> {
  /** `?peer=own`: only a server that runs as the user of this process receives the password. */
  readonly isOwnPeer?: boolean;
}

/**
 * Parses `NATS_URL` for the library, which reads neither user and password nor the scheme of an address. With `tls://` a server
 * without encryption is rejected. Replies use subjects with the account's name: an account that may subscribe to its own
 * replies cannot read those of another.
 */
export function serverAddresses(url: string): BusAddresses {
  const addresses = url.split(',').map((one) => new URL(one.trim()));
  const known = addresses.find(({ username }) => username !== '');
  const user = decodeURIComponent(known?.username ?? '');
  const pass = decodeURIComponent(known?.password ?? '');
  return {
    servers: addresses.map(({ host }) => host),
    ...(user === ''
      ? {}
      : pass === ''
        ? { token: user }
        : { user, pass, inboxPrefix: `_INBOX.${user.replaceAll(/[.*>\s]/g, '_')}` }),
    ...(addresses.some(({ searchParams }) => searchParams.get('peer') === 'own') ? { isOwnPeer: true } : {}),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
}
