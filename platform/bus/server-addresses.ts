import type { NodeConnectionOptions } from '@nats-io/transport-node';

/**
 * What `NATS_URL` says, as the library takes it: it reads neither name and password nor the scheme of an address. `tls://` is
 * meant: a server that speaks in the clear is refused. Answers come to subjects with the account in them: who may hear those of one
 * account hears no other's.
 */
export function serverAddresses(
  url: string,
): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls' | 'inboxPrefix'> {
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
    ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
}
