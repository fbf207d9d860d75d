import type { Cluster } from '#schemas/inventory/flow-target.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { BLOCK } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
import type { Way } from './member-way.ts';
import { measuredValue } from './value.ts';
import type { Measured } from './window-measures.ts';

const put: Record<Way, (before: number, more: number) => number> = {
  minimum: (before, more) => Math.min(before, more),
  maximum: (before, more) => Math.max(before, more),
  sum: (before, more) => before + more,
  average: (before, more) => before + more,
  parts: (before, more) => before + more,
};

/** What the members of each area came to, of one KPI. */
interface Gathered {
  readonly kpi: Measured;
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
  readonly counts: Uint32Array;
}

/** Slots of areas by site; the order of the areas is that of their ids. */
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

/** Puts the measures of elements together to those of the areas that their sites are in, for one window. */
export class AreaMeasures {
  readonly #bySite: ReadonlyMap<number, readonly number[]>;
  readonly #slots: number;
  /** By the key of each KPI that areas have. */
  readonly #gathered: ReadonlyMap<string, Gathered>;

  constructor(kpis: readonly Measured[], clusters: readonly Cluster[], slots: number) {
    this.#bySite = areasBySite(clusters);
    this.#slots = slots;
    const none = (kpi: Measured): Gathered => ({
      kpi,
      numerators: new Float64Array(slots),
      denominators: new Float64Array(slots),
      counts: new Uint32Array(slots),
    });
    this.#gathered = new Map(kpis.map((kpi) => [kpi.key, none(kpi)]));
  }

  /** Takes a block of members, in the order of their slots: sums come out the same whenever they are made. */
  take({ key }: Measured, elements: ElementTable, block: MeasureBlock): void {
    const gathered = this.#gathered.get(key);
    if (gathered === undefined) return;
    const { way } = gathered.kpi;
    for (let index = 0; index < block.length; index += 1) {
      const value = block.value[index] as number;
      if (Number.isNaN(value)) continue;
      const areas = this.#bySite.get(elements.sites[block.from + index] as number) ?? [];
      const numerator = way === 'parts' ? (block.numerator[index] as number) : value;
      const denominator = way === 'parts' ? (block.denominator[index] as number) : 1;
      for (const slot of areas) add(gathered, { slot, way }, { numerator, denominator });
    }
  }

  /** Every KPI of areas, block by block; areas without a value hold NaN. */
  visit(block: MeasureBlock, visit: (kpi: Measured) => void): void {
    for (const gathered of this.#gathered.values())
      for (let from = 0; from < this.#slots; from += BLOCK) {
        fill(block, gathered, { from, length: Math.min(BLOCK, this.#slots - from) });
        visit(gathered.kpi);
      }
  }
}

function fill(
  block: MeasureBlock,
  { kpi, numerators, denominators, counts }: Gathered,
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

/** The mean of values keeps their sum and their number as its parts; an extreme or a sum itself and 1. */
function add(
  { numerators, denominators, counts }: Gathered,
  { slot, way }: { readonly slot: number; readonly way: Way },
  more: { readonly numerator: number; readonly denominator: number },
): void {
  const isFirst = counts[slot] === 0;
  numerators[slot] = isFirst ? more.numerator : put[way](numerators[slot] as number, more.numerator);
  const adds = isFirst || way === 'parts' || way === 'average';
  if (adds) denominators[slot] = (denominators[slot] as number) + more.denominator;
  counts[slot] = (counts[slot] as number) + 1;
}
