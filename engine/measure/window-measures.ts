import { compileProgram } from '#schemas/formula/compile.ts';
import type { Compiled } from '#schemas/formula/compile.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { programOf } from '#schemas/formula/program.ts';
import { definedFormula, formulaOf } from '#schemas/kpi/formulas.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { isLibraryKey, kpiKeys, kpis } from '#schemas/kpi/library.ts';
import { counterColumns } from './counter-columns.ts';
import type { Columns, CounterColumns } from './counter-columns.ts';
import { BLOCK, measureBlock } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
import { operandFill } from './operands.ts';
import type { Reading } from './operands.ts';
import { sources } from './sources.ts';
import type { Source } from './sources.ts';
import { measuredValue } from './value.ts';

interface Measured {
  readonly key: string;
  /** Number of the KPI. */
  readonly id: number;
  readonly parts: Parts;
}

type Visit = (kpi: Measured, reading: Reading, block: MeasureBlock) => void;

/** Every KPI of a source as one program. */
interface Measurer {
  readonly kpis: readonly Measured[];
  readonly compute: Compiled;
  reading: Reading | undefined;
}

/** Of the library first: what administrators defined stands behind it. */
function measuredOf({ kind, scope }: Source, definitions: KpiDefinitions): readonly Measured[] {
  const library = kpiKeys.flatMap((key) => {
    const parts = kpis[key].element === kind ? formulaOf(key, scope) : undefined;
    return parts === undefined ? [] : [{ key, id: kpis[key].id, parts }];
  });
  const defined = definitions.kpis.flatMap((kpi) => {
    const parts = kpi.element === kind ? definedFormula(kpi, scope, definitions.counters) : undefined;
    return parts === undefined ? [] : [{ key: kpi.key, id: kpi.id, parts }];
  });
  return [...library, ...defined];
}

function measurerOf(measured: readonly Measured[], columns: Columns): Measurer {
  const program = programOf(
    measured.flatMap(({ parts: { numerator, denominator } }) => [numerator, denominator]),
  );
  const now = (): Reading => {
    if (measurer.reading === undefined) throw new Error('a formula is computed outside of a window');
    return measurer.reading;
  };
  const compute = compileProgram(program, {
    block: BLOCK,
    fills: (operand) => operandFill(operand, columns, now),
  });
  const measurer: Measurer = { kpis: measured, compute, reading: undefined };
  return measurer;
}

const block = measureBlock();

function fill({ scale }: Parts, length: number): void {
  const { numerator, denominator, value } = block;
  for (let index = 0; index < length; index += 1)
    value[index] = measuredValue({ scale }, numerator[index] as number, denominator[index] as number);
}

/** The counters and the KPIs of all sources, as the catalogue and a set of definitions have them. */
export class Measuring {
  readonly counters: CounterColumns;
  readonly #measurers: readonly Measurer[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(definitions: KpiDefinitions) {
    this.counters = counterColumns(definitions.counters);
    this.#measurers = this.counters.columns.map((columns, number) =>
      measurerOf(measuredOf(sources[number] as Source, definitions), columns),
    );
    this.#numbers = new Map(definitions.kpis.map(({ key, id }) => [key, id]));
  }

  /** Computes every KPI of every element of a source for one window, block by block; the block is reused. */
  window(source: number, reading: Reading, visit: Visit): void {
    const measurer = this.#measurers[source] as Measurer;
    const slots = reading.elements.ids.length;
    measurer.reading = reading;
    for (let from = 0; from < slots; from += BLOCK) {
      const length = Math.min(BLOCK, slots - from);
      const results = measurer.compute(from, length);
      block.from = from;
      block.length = length;
      for (const [index, measured] of measurer.kpis.entries()) {
        block.numerator = results[2 * index] as Float64Array;
        block.denominator = results[2 * index + 1] as Float64Array;
        fill(measured.parts, length);
        visit(measured, reading, block);
      }
    }
    measurer.reading = undefined;
  }

  /** The scale of a KPI in a source: value = scale · numerator / denominator. */
  scaleIn(source: number, key: string): number | undefined {
    return this.#measurers[source]?.kpis.find((measured) => measured.key === key)?.parts.scale;
  }

  /** The number of a KPI, of one that is another view of a KPI its own; 0 for one that nobody knows. */
  numberOf(key: string): number {
    return isLibraryKey(key) ? kpis[key].id : (this.#numbers.get(key) ?? 0);
  }
}

/** Partitions share what is compiled: as many as these are kept, the newest. */
const MOST_KEPT = 8;
const kept = new Map<string, Measuring>();

/** What measures by these definitions; compiled once. */
export function measuringOf(definitions: KpiDefinitions): Measuring {
  const text = JSON.stringify(definitions);
  const measuring = kept.get(text) ?? new Measuring(definitions);
  kept.delete(text);
  kept.set(text, measuring);
  for (const [oldest] of kept) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return measuring;
}
