import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { BlockList } from 'node:net';
import { whyRefused } from './internal-address.ts';

export type Found =
  | { readonly ok: true; readonly address: string; readonly family: 4 | 6 }
  | { readonly ok: false; readonly reason: string };

export interface AddressRules {
  readonly resolve: Resolve;
  /** Addresses of our own side that may be called all the same. */
  readonly allowed: BlockList;
  /** The variable of the configuration that names them. */
  readonly setting: string;
}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * The address at which a host is called: the first one that is allowed. The call goes to exactly this address, so that a name
 * which answers otherwise the next time (DNS rebinding) gains nothing. Rejects when the name has no address, or when the signal
 * is aborted before there is an answer.
 */
export async function findAddress(
  hostname: string,
  { resolve, allowed, setting }: AddressRules,
  signal: AbortSignal,
): Promise<Found> {
  // A URL has its IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  // The resolver of the system cannot be interrupted: its answer is no longer waited for.
  const answer = isIP(host) === 0 ? resolve(host) : Promise.resolve([host]);
  const addresses = await Promise.race([answer, aborted]).finally(() => {
    signal.removeEventListener('abort', onAbort);
  });
  let reason = `${host} has no address`;
  for (const address of addresses) {
    const why = whyRefused(address, allowed);
    if (why === undefined) return { ok: true, address, family: isIP(address) === 6 ? 6 : 4 };
    reason = `${host === address ? address : `${host} (${address})`} is ${why === 'not a host' ? why : `a ${why} address`}: only networks of ${setting} may be called`;
  }
  return { ok: false, reason };
}
