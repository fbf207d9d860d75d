import type { Log } from '#platform/log/log.ts';
import type { SkippedTenant } from '#platform/sdwan/tenant-readings.ts';
import { unplacedLimits, type StoredUnread } from '#schemas/sdwan/server.ts';

/** Characters of a line that names tenants. */
const MAX_REASON = 1_000;

/** Names the tenants that a reading has left out. */
export function logUnread(log: Log, manager: number, skipped: readonly SkippedTenant[]): void {
  if (skipped.length === 0) return;
  const reason = skipped.map(({ tenant, code }) => `${tenant} ${code}`).join(', ');
  log.warn({ manager, reason: reason.slice(0, MAX_REASON) }, 'sdwan tenants unread');
}

/** Tenants that the readings of a collection have left out: each once, with the first reason. */
export class UnreadTenants {
  readonly #found = new Map<string, SkippedTenant>();

  add(skipped: readonly SkippedTenant[]): void {
    for (const one of skipped) if (!this.#found.has(one.tenant)) this.#found.set(one.tenant, one);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** By name; the first ones of very many. */
  list(): readonly StoredUnread[] {
    return [...this.#found.values()]
      .map(({ tenant, code, params }) => ({
        tenant: tenant.slice(0, unplacedLimits.characters),
        fault: { code, params },
      }))
      .toSorted((one, other) => one.tenant.localeCompare(other.tenant))
      .slice(0, unplacedLimits.unread);
  }
}
