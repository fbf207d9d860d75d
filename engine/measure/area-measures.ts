import type { Cluster } from '#schemas/inventory/flow-target.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { BLOCK, type MeasureBlock } from './measure-block.ts';
import { hasParts, type MemberAggregation } from './member-aggregation.ts';
import { measuredValue } from '#schemas/formula/value.ts';
import { sharedTime } from '#schemas/kpi/algebra/shared-time.ts';
import type { MeasuredKpi } from './measure-program.ts';

/** How a further member changes the value of its area. An average is a sum until it is divided by its count. */
const combine: Record<MemberAggregation, (before: number, more: number) => number> = {
  minimum: (before, more) => Math.min(before, more),
  maximum: (before, more) => Math.max(before, more),
  sum: (before, more) => before + more,
  average: (before, more) => before + more,
  parts: (before, more) => before + more,
  rate: (before, more) => before + more,
};

/** Totals of one KPI over the members of each area. */
interface AreaTotals {
  readonly kpi: MeasuredKpi;
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
  /** Of rates: the least denominator of a member; the greatest is in `denominators`. */
  readonly shortest: Float64Array;
  readonly counts: Uint32Array;
}

/** The window of some areas. */
interface AreaWindow {
  /** Number of areas. */
  readonly slots: number;
  readonly windowSeconds: number;
}

/** Slots of areas by site; areas are ordered by id. */
export function areasBySite(clusters: readonly Cluster[]): ReadonlyMap<number, readonly number[]> {
  const slots = new Map<number, number[]>();
  const areas = clusters.filter(({ kind }) => kind === 'area');
  for (const [slot, { sites }] of areas.entries())
    for (const site of sites) {
      const known = slots.get(site);
      if (known === undefined) slots.set(site, [slot]);
      else known.push(slot);
    }
  return slots;
}

/** Aggregates the measures of elements into those of the areas that contain their sites, for one window. */
export class AreaMeasures {
  readonly #bySite: ReadonlyMap<number, readonly number[]>;
  readonly #window: AreaWindow;
  /** By KPI key. */
  readonly #totals: ReadonlyMap<string, AreaTotals>;

  constructor(kpis: readonly MeasuredKpi[], clusters: readonly Cluster[], window: AreaWindow) {
    this.#bySite = areasBySite(clusters);
    this.#window = window;
    const { slots } = window;
    const emptyTotals = (kpi: MeasuredKpi): AreaTotals => ({
      kpi,
      numerators: new Float64Array(slots),
      denominators: new Float64Array(slots),
      shortest: new Float64Array(slots),
      counts: new Uint32Array(slots),
    });
    this.#totals = new Map(kpis.map((kpi) => [kpi.key, emptyTotals(kpi)]));
  }

  /** Adds a block of members, in slot order, so that sums are reproducible. */
  add({ key }: MeasuredKpi, elements: ElementTable, block: MeasureBlock): void {
    const totals = this.#totals.get(key);
    if (totals === undefined) return;
    const { aggregation, onlyAccesses } = totals.kpi;
    const isMember = (slot: number): boolean => !onlyAccesses || elements.accesses?.[slot] === 1;
    for (let index = 0; index < block.length; index += 1) {
      if (Number.isNaN(block.value[index]) || !isMember(block.from + index)) continue;
      const areas = this.#bySite.get(elements.sites[block.from + index] as number) ?? [];
      const more = memberParts(aggregation, block, index);
      for (const slot of areas) add(totals, { slot, aggregation }, more);
    }
  }

  /** Visits every KPI of the areas, block by block; areas without a value hold NaN. */
  visit(block: MeasureBlock, visit: (kpi: MeasuredKpi) => void): void {
    const { slots, windowSeconds } = this.#window;
    for (const totals of this.#totals.values()) {
      if (totals.kpi.aggregation === 'rate') shareTimes(totals, windowSeconds);
      for (let from = 0; from < slots; from += BLOCK) {
        fill(block, totals, { from, length: Math.min(BLOCK, slots - from) });
        visit(totals.kpi);
      }
    }
  }
}

/** Replaces the greatest denominators of rates by the time that counts once for all members. */
function shareTimes({ denominators, shortest }: AreaTotals, length: number): void {
  for (const [slot, longest] of denominators.entries())
    denominators[slot] = sharedTime({ longest, shortest: shortest[slot] as number, length });
}

function fill(
  block: MeasureBlock,
  { kpi, numerators, denominators, counts }: AreaTotals,
  { from, length }: { readonly from: number; readonly length: number },
): void {
  block.from = from;
  block.length = length;
  block.numerator = numerators.slice(from, from + length);
  block.denominator = denominators.slice(from, from + length);
  for (let index = 0; index < length; index += 1)
    block.value[index] =
      counts[from + index] === 0
        ? Number.NaN
        : measuredValue(kpi.parts, block.numerator[index] as number, block.denominator[index] as number);
}

/** What a member adds: its numerator and denominator, or its value. */
const memberParts = (aggregation: MemberAggregation, block: MeasureBlock, index: number) =>
  hasParts(aggregation)
    ? { numerator: block.numerator[index] as number, denominator: block.denominator[index] as number }
    : { numerator: block.value[index] as number, denominator: 1 };

/** How a further member changes the denominator: of times of a rate the greatest counts, see `shareTimes`. */
function combineTimes(aggregation: MemberAggregation, before: number, more: number): number {
  if (aggregation === 'rate') return Math.max(before, more);
  return aggregation === 'parts' || aggregation === 'average' ? before + more : more;
}

/** An average keeps sum and count as its parts; a minimum, maximum or sum keeps its value and 1. */
function add(
  { numerators, denominators, shortest, counts }: AreaTotals,
  { slot, aggregation }: { readonly slot: number; readonly aggregation: MemberAggregation },
  more: { readonly numerator: number; readonly denominator: number },
): void {
  const isFirst = counts[slot] === 0;
  numerators[slot] = isFirst
    ? more.numerator
    : combine[aggregation](numerators[slot] as number, more.numerator);
  const before = isFirst ? 0 : (denominators[slot] as number);
  denominators[slot] = combineTimes(aggregation, before, more.denominator);
  shortest[slot] = Math.min(isFirst ? Infinity : (shortest[slot] as number), more.denominator);
  counts[slot] = (counts[slot] as number) + 1;
}
