import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { audienceOf, type Audience } from '../../kernel/access/audience.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';

export interface SilenceAccessNeeds {
  readonly inventory: InventoryCache;
  /** Which alarms an audience sees. An alarm that is neither shown nor hidden does not exist. */
  readonly visibility: {
    of(audience: Audience): { shows(alarm: number): boolean; hides(alarm: number): boolean };
  };
}

/** A caller, and the customer whose silences they work on. Null: the silences of the provider. */
export interface SilenceScope {
  readonly caller: Caller;
  readonly customer: number | null;
}

/** Whether a silence matches alarms of these sites only. Undefined sites stand for all. */
export function isWithinSites(
  { sites, elements }: Pick<SilenceMatch, 'sites' | 'elements'>,
  seen: ReadonlySet<number> | undefined,
  inventory: Inventory,
): boolean {
  if (seen === undefined) return true;
  const named = [...sites, ...elements.map((id) => elementOf(inventory, id)?.site ?? 0)];
  // A silence that names neither sites nor elements matches all of them.
  return named.length > 0 && named.every((site) => seen.has(site));
}

/** The alarms, sites and silences that a caller may see within a scope. */
export class SilenceAccess {
  readonly #needs: SilenceAccessNeeds;
  readonly #scope: SilenceScope;

  constructor(needs: SilenceAccessNeeds, scope: SilenceScope) {
    this.#needs = needs;
    this.#scope = scope;
  }

  /** The sites of the customer that the caller sees. Undefined: all. */
  get sites(): ReadonlySet<number> | undefined {
    const { caller, customer } = this.#scope;
    return customer === null ? undefined : sitesSeenBy(caller, customer);
  }

  seesAlarm(alarm: number): boolean {
    const audience = audienceOf(this.#scope.caller);
    const visible = this.#needs.visibility.of(audience);
    return visible.shows(alarm) || (audience === 'privileged' && visible.hides(alarm));
  }

  /** A silence is readable when the caller sees every alarm and every site that it names. */
  canRead(match: SilenceMatch): boolean {
    return (
      match.alarms.every((id) => this.seesAlarm(id)) &&
      isWithinSites(match, this.sites, this.#needs.inventory.current)
    );
  }
}
