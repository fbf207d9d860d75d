import type { z } from 'zod';
import { Conditions, conditionsText } from '#schemas/inventory/list/conditions.ts';
import type { InventoryFilterInput } from '#schemas/inventory/list/filter.ts';
import { liveKinds, type ElementLiveState } from '#schemas/inventory/list/live.ts';
import type { InventoryListSearch } from './inventory-search.ts';

export type Condition = z.output<typeof Conditions>[number];

/** The conditions of an address; those of a broken link are none. */
export const conditionsOf = ({ where = '' }: Pick<InventoryListSearch, 'where'>): readonly Condition[] =>
  Conditions.safeParse(where).data ?? [];

const inAlarm: readonly ElementLiveState[] = ['critical', 'major', 'minor'];
const PFR = 'cisco iwan';

/** The conditions of an address, and those that the switches of routers stand for. */
export function allConditionsOf(
  search: Pick<InventoryListSearch, 'where' | 'kind' | 'routers'>,
): readonly Condition[] {
  const { kind, routers } = search;
  const on = (property: string, operator: Condition['operator'], value: string): Condition => ({
    property,
    operator,
    values: [value],
  });
  return [
    ...conditionsOf(search),
    ...(kind === 'device' && routers === 'pfr' ? [on('infrastructure', 'equals', PFR)] : []),
    ...(kind === 'device' && routers === 'cpe' ? [on('infrastructure', 'notequals', PFR)] : []),
  ];
}

/** What the server filters by. */
export function inventoryFilterOf(search: InventoryListSearch): InventoryFilterInput {
  const { q, active, network, kind, zone, finding, state, load } = search;
  return {
    q,
    where: whereOf(allConditionsOf(search)),
    active: active === 'switching' ? undefined : active,
    takingEffect: active === 'switching' ? 'true' : undefined,
    network,
    state: state === 'alarm' ? inAlarm.join() : state,
    load: liveKinds[kind]?.load === undefined ? undefined : load,
    finding: kind === 'interface' ? finding : undefined,
    // Other kinds are in one zone.
    zone: kind === 'class' ? zone : undefined,
  };
}

export const whereOf = (conditions: readonly Condition[]): string | undefined =>
  conditions.length === 0 ? undefined : conditionsText(conditions);
