import { LRUCache } from 'lru-cache';
import type { Log } from '#platform/log/log.ts';
import { findAddress, type Resolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { ALLOWING_SETTING, refusalOfKind, type AddressRefusal } from '#schemas/polling/address-refusal.ts';
import type { Agent } from './agent.ts';
import { openAgent } from './open-agent.ts';

type Opening = typeof openAgent;

interface Needs {
  readonly resolve: Resolve;
  /** Networks that may be called although they are internal. */
  readonly networks: readonly string[];
  readonly log: Pick<Log, 'warn'>;
}

export interface AllowedAgents {
  /**
   * `openAgent` for addresses that may be called: not loopback, link-local (where clouds have their metadata services) or
   * multicast, unless listed. A name is resolved once, and the session goes to the checked address. Logs each other address once.
   */
  readonly open: Opening;
  /** Why the newest attempt to open an address was refused; undefined if it was not. */
  readonly refusalOf: (address: string) => AddressRefusal | undefined;
}

const MAX_KNOWN = 10_000;

export function allowedAgents({ resolve, networks, log }: Needs): AllowedAgents {
  const rules = {
    resolve,
    allowed: networkList(networks),
    setting: ALLOWING_SETTING,
    permitsPrivate: true,
  };
  const refused = new LRUCache<string, AddressRefusal>({ max: MAX_KNOWN });
  const logged = new LRUCache<string, true>({ max: MAX_KNOWN });
  const never = new AbortController().signal;
  return {
    async open(at, budget, memory): Promise<Agent | undefined> {
      // A name that cannot be resolved is unreachable.
      const found = await findAddress(at.address, rules, never).catch(() => undefined);
      if (found?.ok === true) {
        refused.delete(at.address);
        return openAgent({ ...at, address: found.address }, budget, memory);
      }
      const refusal = refusalOfKind(found?.kind);
      if (refusal === undefined) refused.delete(at.address);
      else refused.set(at.address, refusal);
      if (found !== undefined && !logged.has(at.address)) {
        logged.set(at.address, true);
        log.warn({ address: at.address, reason: found.reason }, 'device address rejected');
      }
      return undefined;
    },
    refusalOf: (address) => refused.get(address),
  };
}
