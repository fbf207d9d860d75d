import { isOfFlows, targetsOf } from '#schemas/cockpit/target.ts';
import { compileProgram } from '#schemas/formula/compile.ts';
import type { Compiled } from '#schemas/formula/compile.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { programOf } from '#schemas/formula/program.ts';
import { definedFormula, formulaOf } from '#schemas/kpi/formulas.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { definedFacts, libraryDirectory } from '#schemas/kpi/directory.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { scopes } from '#schemas/kpi/kpi.ts';
import type { ComputedKpi, Kpi, Scope } from '#schemas/kpi/kpi.ts';
import { isLibraryKey, kpiKeys, kpis } from '#schemas/kpi/library.ts';
import { counterColumns } from './counter-columns.ts';
import type { CounterColumns } from './counter-columns.ts';
import { BLOCK, measureBlock } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
import { wayOf } from './member-way.ts';
import type { Way } from './member-way.ts';
import { operandFill } from './operands.ts';
import type { Counted, Reading } from './operands.ts';
import type { Steps } from '../partition/steps.ts';
import { sources } from './sources.ts';
import type { Source } from './sources.ts';
import { measuredValue } from './value.ts';

export interface Measured {
  readonly key: string;
  /** Number of the KPI. */
  readonly id: number;
  readonly parts: Parts;
  /** How members are put together to an area. */
  readonly way: Way;
}

type Visit = (kpi: Measured, reading: Reading, block: MeasureBlock) => void;

/** Every KPI of a source as one program; that of clusters is never run: their values are put together from their members'. */
interface Measurer {
  readonly kpis: readonly Measured[];
  readonly compute: Compiled;
  reading: Reading | undefined;
}

/** A KPI that is computed, whoever defined it. */
interface Known {
  readonly key: string;
  readonly kpi: ComputedKpi;
  readonly facts: KpiFacts | undefined;
  readonly formula: (scope: Scope) => Parts | undefined;
}

/** Of the library first: what administrators defined stands behind it. */
function knownKpis({ kpis: defined, counters }: KpiDefinitions): readonly Known[] {
  const library = kpiKeys.flatMap((key): readonly Known[] => {
    const kpi: Kpi = kpis[key];
    const formula = (scope: Scope) => formulaOf(key, scope);
    return 'of' in kpi ? [] : [{ key, kpi, facts: libraryDirectory.get(key), formula }];
  });
  const own = defined.map((kpi): Known => {
    const formula = (scope: Scope) => definedFormula(kpi, scope, counters);
    return { key: kpi.key, kpi, facts: definedFacts(kpi), formula };
  });
  return [...library, ...own];
}

/** Flows are summed by other kinds of element than the application as well; an area has the KPIs of what is in it. */
function isOf({ kpi, facts }: Known, { kind, of }: Source): boolean {
  if (of === 'samples') return kpi.element === kind;
  if (of === 'members' && (facts === undefined || isOfFlows(facts))) return false;
  return targetsOf(facts).includes(kind);
}

/** The parts of a KPI of an area: every scope has one scale; values that were put together are values already. */
function memberParts({ kpi, formula }: Known): Parts | undefined {
  const [first] = scopes.flatMap((scope) => formula(scope) ?? []);
  return first === undefined || wayOf(kpi) === 'parts' ? first : { ...first, scale: 1 };
}

const measuredOf = (source: Source, known: readonly Known[]): readonly Measured[] =>
  known.flatMap((one) => {
    const { key, kpi } = one;
    if (!isOf(one, source)) return [];
    const parts = source.of === 'members' ? memberParts(one) : one.formula(source.scope);
    return parts === undefined ? [] : [{ key, id: kpi.id, parts, way: wayOf(kpi) }];
  });

function measurerOf(measured: readonly Measured[], counted: Counted): Measurer {
  const run = counted.of === 'members' ? [] : measured;
  const program = programOf(run.flatMap(({ parts: { numerator, denominator } }) => [numerator, denominator]));
  const now = (): Reading => {
    if (measurer.reading === undefined) throw new Error('a formula is computed outside of a window');
    return measurer.reading;
  };
  const compute = compileProgram(program, {
    block: BLOCK,
    fills: (operand) => operandFill(operand, counted, now),
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

/** One block, in one go: programs and block are shared with every other window that is computed. */
function measure(
  measurer: Measurer,
  { reading, from, length }: { readonly reading: Reading; readonly from: number; readonly length: number },
  visit: Visit,
): void {
  measurer.reading = reading;
  const results = measurer.compute(from, length);
  block.from = from;
  block.length = length;
  for (const [index, measured] of measurer.kpis.entries()) {
    block.numerator = results[2 * index] as Float64Array;
    block.denominator = results[2 * index + 1] as Float64Array;
    fill(measured.parts, length);
    visit(measured, reading, block);
  }
  measurer.reading = undefined;
}

/** The counters and the KPIs of all sources, as the catalogue and a set of definitions have them. */
export class Measuring {
  readonly counters: CounterColumns;
  readonly #measurers: readonly Measurer[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(definitions: KpiDefinitions) {
    this.counters = counterColumns(definitions.counters);
    const known = knownKpis(definitions);
    this.#measurers = this.counters.columns.map((columns, number) => {
      const source = sources[number] as Source;
      return measurerOf(measuredOf(source, known), { of: source.of, columns });
    });
    this.#numbers = new Map(definitions.kpis.map(({ key, id }) => [key, id]));
  }

  /** Computes every KPI of every element of a source for one window, block by block; the block is reused. */
  *window(source: number, reading: Reading, visit: Visit): Steps {
    const measurer = this.#measurers[source] as Measurer;
    const slots = reading.elements.ids.length;
    for (let from = 0; from < slots; from += BLOCK) {
      measure(measurer, { reading, from, length: Math.min(BLOCK, slots - from) }, visit);
      yield undefined;
    }
  }

  /** The scale of a KPI in a source: value = scale · numerator / denominator. */
  scaleIn(source: number, key: string): number | undefined {
    return this.#measurers[source]?.kpis.find((measured) => measured.key === key)?.parts.scale;
  }

  /** The KPIs of a source. */
  measuredIn(source: number): readonly Measured[] {
    return this.#measurers[source]?.kpis ?? [];
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
