import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { activityAt } from '#schemas/silence/occurrence.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import { isWithinSites } from './silence-access.ts';

interface DraftContext {
  /** Locates the silence in the request. */
  readonly where: string;
  /** Null: a silence of the provider. */
  readonly customer: number | null;
  readonly inventory: Inventory;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly seesAlarm: (alarm: number) => boolean;
  /** The sites that the author sees. Undefined: all. */
  readonly sites: ReadonlySet<number> | undefined;
}

const unknownIds = (path: string, ids: readonly number[], isKnown: (id: number) => boolean): Fault[] =>
  ids
    .filter((id) => !isKnown(id))
    .map((id) => ({ path, code: 'OBJECT_UNKNOWN', params: { id: String(id) } }));

/** The faults of a silence that its schema cannot find: it must name existing objects, and be active at some time from now on. */
export function silenceDraftFaults(
  draft: SilenceDraft,
  { where, customer, inventory, now, seesAlarm, sites: seen }: DraftContext,
): Fault[] {
  const { alarms, sites, elements } = draft.match;
  const isOwn = (entry: { readonly customer: number } | undefined): boolean =>
    customer !== null && entry?.customer === customer;
  const { active, until } = activityAt(draft, now);
  const isNever = !active && until === Infinity;
  const isTooWide = !isWithinSites(draft.match, seen, inventory);
  return [
    ...unknownIds(`${where}.match.alarms`, alarms, seesAlarm),
    // A silence of the provider applies to all customers, so it can name neither sites nor elements.
    ...unknownIds(`${where}.match.sites`, sites, (id) => isOwn(inventory.sites.get(id))),
    ...unknownIds(`${where}.match.elements`, elements, (id) => isOwn(elementOf(inventory, id))),
    ...(isTooWide ? [{ path: `${where}.match.sites`, code: 'SILENCE_SITES_REQUIRED' } as const] : []),
    ...(isNever ? [{ path: `${where}.endsAt`, code: 'SILENCE_NEVER_ACTIVE' } as const] : []),
  ];
}
