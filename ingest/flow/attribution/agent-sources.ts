import { isIPv4 } from 'node:net';
import type { AgentEntry } from '#schemas/inventory/collection.ts';
import { addressBytes, v4Number } from './address.ts';
import { siteTable } from './site-table.ts';

type Find = (address: string) => AgentEntry | undefined;

/** Longest-prefix match over the sources of agents. Of two with the same source, the older one is found. */
function finderOf(agents: readonly AgentEntry[]): Find {
  if (agents.length === 0) return () => undefined;
  const table = siteTable(agents.map(({ id, source }) => ({ id, networks: [source] })));
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  return (address) =>
    byId.get(
      isIPv4(address)
        ? table.ofV4(v4Number(address))
        : table.ofV6(new DataView(addressBytes(address).buffer), 0),
    );
}

/** Agents by source address. An expired one hides no other. */
export class AgentSources {
  readonly #agents: readonly AgentEntry[];
  #active: Find = () => undefined;
  #expired: Find = () => undefined;
  /** Times between which both are right, in milliseconds since 1970. */
  #validFrom = Number.POSITIVE_INFINITY;
  #validUntil = Number.NEGATIVE_INFINITY;

  constructor(agents: readonly AgentEntry[]) {
    this.#agents = agents;
  }

  /** The agent that an address belongs to at a time. */
  active(address: string, atMs: number): AgentEntry | undefined {
    if (this.#agents.length === 0) return undefined;
    this.#moveTo(atMs);
    return this.#active(address);
  }

  /** The expired agent that it belonged to, if no other has it now. */
  expired(address: string, atMs: number): AgentEntry | undefined {
    return this.active(address, atMs) === undefined ? this.#expired(address) : undefined;
  }

  /** The tables change when an agent expires, which is rare. */
  #moveTo(atMs: number): void {
    if (atMs >= this.#validFrom && atMs < this.#validUntil) return;
    const expired = this.#agents.filter(({ expiresMs }) => expiresMs <= atMs);
    const active = this.#agents.filter(({ expiresMs }) => expiresMs > atMs);
    this.#validFrom = Math.max(Number.NEGATIVE_INFINITY, ...expired.map(({ expiresMs }) => expiresMs));
    this.#validUntil = Math.min(Number.POSITIVE_INFINITY, ...active.map(({ expiresMs }) => expiresMs));
    this.#active = finderOf(active);
    this.#expired = finderOf(expired);
  }
}
