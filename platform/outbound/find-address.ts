import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { BlockList } from 'node:net';
import { blockedKind } from './internal-address.ts';

export type Found =
  | { readonly ok: true; readonly address: string; readonly family: 4 | 6 }
  | { readonly ok: false; readonly reason: string };

export interface AddressRules {
  readonly resolve: Resolve;
  /** Internal addresses that may be called nevertheless. */
  readonly allowed: BlockList;
  /** The environment variable that lists them. */
  readonly setting: string;
}

/** Resolves all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * Returns the address to call for a host: its first allowed address. The request goes to exactly this address, so that a name
 * that resolves differently the next time (DNS rebinding) gains nothing. Rejects when the name has no address, or when the
 * signal aborts first.
 */
export async function findAddress(
  hostname: string,
  { resolve, allowed, setting }: AddressRules,
  signal: AbortSignal,
): Promise<Found> {
  // A URL has IPv6 addresses in brackets.
  const host = hostname.replace(/^\[|\]$/g, '');
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  // The system's resolver cannot be interrupted: its reply is ignored.
  const answer = isIP(host) === 0 ? resolve(host) : Promise.resolve([host]);
  const addresses = await Promise.race([answer, aborted]).finally(() => {
    signal.removeEventListener('abort', onAbort);
  });
  let reason = `${host} has no address`;
  for (const address of addresses) {
    const why = blockedKind(address, allowed);
    if (why === undefined) return { ok: true, address, family: isIP(address) === 6 ? 6 : 4 };
    reason = `${host === address ? address : `${host} (${address})`} is ${why === 'not a host' ? why : `a ${why} address`}: only networks of ${setting} may be called`;
  }
  return { ok: false, reason };
}
