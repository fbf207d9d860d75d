import type { Cluster } from '#schemas/inventory/flow-target.ts';
import { isLibraryKey } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { BLOCK } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
import { wayOf } from './member-way.ts';
import type { Way } from './member-way.ts';
import { measuredValue } from './value.ts';
import type { Measured, Measuring } from './window-measures.ts';

const put: Record<Way, (before: number, more: number) => number> = {
  minimum: (before, more) => Math.min(before, more),
  maximum: (before, more) => Math.max(before, more),
  sum: (before, more) => before + more,
  average: (before, more) => before + more,
  parts: (before, more) => before + more,
};

/** What the members of each area came to, of one KPI. */
interface Gathered {
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
  readonly #measuring: Measuring;
  readonly #bySite: ReadonlyMap<number, readonly number[]>;
  readonly #slots: number;
  readonly #gathered = new Map<KpiKey, Gathered>();

  constructor(measuring: Measuring, clusters: readonly Cluster[], slots: number) {
    this.#measuring = measuring;
    this.#bySite = areasBySite(clusters);
    this.#slots = slots;
  }

  /** Takes a block of members, in the order of their slots: sums come out the same whenever they are made. */
  take(key: KpiKey, elements: ElementTable, block: MeasureBlock): void {
    const way = wayOf(key);
    const gathered = this.#of(key);
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
  visit(source: number, block: MeasureBlock, visit: (kpi: Measured) => void): void {
    for (const kpi of this.#measuring.measuredIn(source)) {
      if (!isLibraryKey(kpi.key)) continue;
      const gathered = this.#of(kpi.key);
      const { scale } = kpi.parts;
      for (let from = 0; from < this.#slots; from += BLOCK) {
        block.from = from;
        block.length = Math.min(BLOCK, this.#slots - from);
        block.numerator = gathered.numerators.slice(from, from + block.length);
        block.denominator = gathered.denominators.slice(from, from + block.length);
        for (let index = 0; index < block.length; index += 1)
          block.value[index] =
            gathered.counts[from + index] === 0
              ? Number.NaN
              : measuredValue(
                  { scale },
                  block.numerator[index] as number,
                  block.denominator[index] as number,
                );
        visit(kpi);
      }
    }
  }

  #of(key: KpiKey): Gathered {
    let gathered = this.#gathered.get(key);
    if (gathered === undefined) {
      gathered = {
        numerators: new Float64Array(this.#slots),
        denominators: new Float64Array(this.#slots),
        counts: new Uint32Array(this.#slots),
      };
      this.#gathered.set(key, gathered);
    }
    return gathered;
  }
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
