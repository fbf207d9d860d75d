import { LRUCache } from 'lru-cache';
import type { Log } from '#platform/log/log.ts';
import { findAddress } from '#platform/outbound/find-address.ts';
import type { Resolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import type { Agent } from './agent.ts';
import { openAgent } from './open-agent.ts';

type Opening = typeof openAgent;

interface Needs {
  readonly resolve: Resolve;
  /** Networks that may be called although they are internal. */
  readonly networks: readonly string[];
  readonly log: Pick<Log, 'warn'>;
}

const MAX_LOGGED = 10_000;

/**
 * Returns `openAgent` for addresses that may be called: not loopback, link-local (where clouds have their metadata services) or
 * multicast, unless listed. A name is resolved once, and the session goes to the checked address. Logs each other address once.
 */
export function allowedAgents({ resolve, networks, log }: Needs): Opening {
  const rules = {
    resolve,
    allowed: networkList(networks),
    setting: 'SNMP_ALLOWED_NETWORKS',
    permitsPrivate: true,
  };
  const logged = new LRUCache<string, true>({ max: MAX_LOGGED });
  const never = new AbortController().signal;
  return async (at, budget, memory): Promise<Agent | undefined> => {
    // A name that cannot be resolved is unreachable.
    const found = await findAddress(at.address, rules, never).catch(() => undefined);
    if (found?.ok === true) return openAgent({ ...at, address: found.address }, budget, memory);
    if (found !== undefined && !logged.has(at.address)) {
      logged.set(at.address, true);
      log.warn({ address: at.address, reason: found.reason }, 'device address rejected');
    }
    return undefined;
  };
}
