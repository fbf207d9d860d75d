import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { DataResult, DataRow } from '#schemas/data/data-result-size.ts';
import { liveStateOf, type ElementLiveState } from '#schemas/inventory/list/live.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { worstOf } from '../element-state.ts';

/** `pending`: its values have not come yet. */
export type PartStateName = ElementLiveState | 'pending';

export interface PartRow {
  readonly element: InventoryElement;
  readonly state: PartStateName;
  readonly alarms: number;
  /** By the values of the table; null: none. */
  readonly values: readonly (number | null)[];
  readonly trend: readonly (number | null)[];
}

interface Known {
  readonly elements: readonly InventoryElement[];
  readonly values: DataResult | undefined;
  readonly trend: DataResult | undefined;
  /** Alarms of each element and of its parts. */
  readonly alarmsOf: (element: InventoryElement) => readonly AlarmRow[];
  /** Whether the first value of a row is the percent that is 0 where the part is down. */
  readonly hasUp: boolean;
}

const byElement = (result: DataResult | undefined): ReadonlyMap<number, DataRow> =>
  new Map((result?.rows ?? []).map((row) => [row.key.at(-1)?.id ?? 0, row]));

const order: readonly PartStateName[] = [
  'critical',
  'down',
  'major',
  'minor',
  'no data',
  'pending',
  'ok',
  'off',
];
/** Sorts states, the worst first. */
export const rankOf = (state: PartStateName): number => order.indexOf(state);

interface StateNeeds {
  readonly alarms: readonly AlarmRow[];
  /** Percent that is 0 where it is down; undefined: not known. */
  readonly up: number | null | undefined;
  /** Undefined: not known yet. */
  readonly isMeasured: boolean | undefined;
}

/** The state of an element in a list. */
export function partStateOf(
  { active, inactiveAbove }: Pick<InventoryElement, 'active' | 'inactiveAbove'>,
  { alarms, up, isMeasured }: StateNeeds,
): PartStateName {
  const worst = worstOf(alarms.filter(({ silenced }) => silenced === undefined));
  const state = liveStateOf({
    worst,
    isOff: !active || inactiveAbove !== null,
    up,
    isMeasured: isMeasured === true,
  });
  return state === 'no data' && isMeasured === undefined ? 'pending' : state;
}

/** The parts of an element with their state and values: every part has a row, also one that nothing measures. */
export function partRows({ elements, values, trend, alarmsOf, hasUp }: Known): readonly PartRow[] {
  const [known, small] = [byElement(values), byElement(trend)];
  return elements.map((element): PartRow => {
    const all = (known.get(element.id)?.values ?? []).map((list) => list[0] ?? null);
    const alarms = alarmsOf(element);
    const isMeasured = values && all.some((value) => value !== null);
    return {
      element,
      state: partStateOf(element, { alarms, up: hasUp ? all[0] : undefined, isMeasured }),
      alarms: alarms.length,
      values: hasUp ? all.slice(1) : all,
      trend: small.get(element.id)?.values[0] ?? [],
    };
  });
}
