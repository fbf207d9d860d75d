import { lookup } from 'node:dns/promises';
import { isIP, type BlockList } from 'node:net';
import type { InternalKind } from '#schemas/application/internal-networks.ts';
import { blockedKind } from './internal-address.ts';

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Found =
  /** `all`: every address that may be called, this one first. */
  | ({ readonly ok: true; readonly all: readonly CheckedAddress[] } & CheckedAddress)
  /** `kind`: of the address that may not be called; undefined: the name has none. */
  | { readonly ok: false; readonly reason: string; readonly kind: InternalKind | undefined };

export interface AddressRules {
  readonly resolve: Resolve;
  /** Internal addresses that may be called nevertheless. */
  readonly allowed: BlockList;
  /** The environment variable that lists them. */
  readonly setting: string;
  /** Private networks need not be listed: where mail servers, trap receivers and devices are. */
  readonly permitsPrivate?: boolean;
}

/** Resolves all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

const reachedAs = (host: string, address: string): string =>
  host === address ? address : `${host} (${address})`;

/**
 * Returns the address to call for a host: its first allowed address. The request goes to exactly this address, so that a name
 * that resolves differently the next time (DNS rebinding) gains nothing. Rejects when the name has no address, or when the
 * signal aborts first.
 */
export async function findAddress(
  hostname: string,
  { resolve, allowed, setting, permitsPrivate = false }: AddressRules,
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
  const resolved = isIP(host) === 0 ? resolve(host) : Promise.resolve([host]);
  const addresses = await Promise.race([resolved, aborted]).finally(() => {
    signal.removeEventListener('abort', onAbort);
  });
  let reason = `${host} has no address`;
  let kind: InternalKind | undefined;
  const all: CheckedAddress[] = [];
  for (const address of addresses) {
    const why = blockedKind(address, allowed);
    if (why === undefined || (permitsPrivate && why === 'private'))
      all.push({ address, family: isIP(address) === 6 ? 6 : 4 });
    else {
      kind = why;
      reason = `${reachedAs(host, address)} is ${why === 'not a host' ? why : `a ${why} address`}: only networks of ${setting} may be called`;
    }
  }
  const [first] = all;
  return first === undefined ? { ok: false, reason, kind } : { ok: true, ...first, all };
}
