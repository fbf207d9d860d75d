import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { activityAt } from '#schemas/silence/occurrence.ts';
import type { SilenceDraft } from '#schemas/silence/silence.ts';
import { isWithin } from './is-within.ts';

interface Against {
  /** Place of the silence in the request. */
  readonly where: string;
  /** Customer, or null for the provider. */
  readonly owner: number | null;
  readonly inventory: Inventory;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly seesAlarm: (alarm: number) => boolean;
  /** Sites that the author sees; undefined: all. */
  readonly sites: ReadonlySet<number> | undefined;
}

const unknown = (path: string, ids: readonly number[], isKnown: (id: number) => boolean): InputFault[] =>
  ids
    .filter((id) => !isKnown(id))
    .map((id) => ({ path, message: `${String(id)} does not exist, or you may not see it` }));

/** What is wrong with a silence beyond its form: it must name what is there, and hold at some time to come. */
export function faultsOf(
  draft: SilenceDraft,
  { where, owner, inventory, now, seesAlarm, sites: seen }: Against,
): InputFault[] {
  const { alarms, sites, elements } = draft.match;
  const isOwn = (entry: { readonly customer: number } | undefined): boolean =>
    owner !== null && entry?.customer === owner;
  const { active, until } = activityAt(draft, now);
  const isNever = !active && until === Infinity;
  const isTooWide = !isWithin(draft.match, seen, inventory);
  return [
    ...unknown(`${where}.match.alarms`, alarms, seesAlarm),
    // A site or an element belongs to one customer: a silence for all of them can name none.
    ...unknown(`${where}.match.sites`, sites, (id) => isOwn(inventory.sites.get(id))),
    ...unknown(`${where}.match.elements`, elements, (id) => isOwn(elementOf(inventory, id))),
    ...(isTooWide
      ? [{ path: `${where}.match.sites`, message: 'name sites or elements, and none that you may not see' }]
      : []),
    ...(isNever ? [{ path: `${where}.endsAt`, message: 'the silence would never hold from now on' }] : []),
  ];
}
