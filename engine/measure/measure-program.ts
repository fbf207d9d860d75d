import { isFlowKpi, alarmTargetsOf } from '#schemas/cockpit/target.ts';
import { compileProgram, type Compiled } from '#schemas/formula/compile.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { programOf } from '#schemas/formula/program.ts';
import { definedFormula, formulaOf } from '#schemas/kpi/formulas.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { definedFacts, libraryDirectory, type KpiFacts } from '#schemas/kpi/directory.ts';
import type { ComputedKpi, Kpi } from '#schemas/kpi/kpi.ts';
import { scopes, type CounterScope } from '#schemas/counter/scope.ts';
import { isLibraryKey, kpiKeys, kpis } from '#schemas/kpi/library.ts';
import { counterColumns, type CounterColumns } from './counter-columns.ts';
import { BLOCK, measureBlock, type MeasureBlock } from './measure-block.ts';
import { hasParts, memberAggregationOf, type MemberAggregation } from './member-aggregation.ts';
import {
  measuredMarks,
  operandFill,
  type CounterSource,
  type FormulaInputs,
  type MarkMeasured,
} from './operands.ts';
import type { Steps } from '#platform/clock/steps.ts';
import { sources, type Source } from '../configuration/sources.ts';
import { measuredValue } from '#schemas/formula/value.ts';

export interface MeasuredKpi {
  readonly key: string;
  /** Number of the KPI. */
  readonly id: number;
  readonly parts: Parts;
  /** How the members of an area are aggregated. */
  readonly aggregation: MemberAggregation;
  /** Whether WAN accesses alone are members of an area. */
  readonly onlyAccesses: boolean;
}

type Visit = (kpi: MeasuredKpi, reading: FormulaInputs, block: MeasureBlock) => void;

/** All KPIs of a source as one program. Not run for areas: their values are aggregated from their members. */
interface Measurer {
  readonly kpis: readonly MeasuredKpi[];
  readonly compute: Compiled;
  readonly mark: MarkMeasured;
  reading: FormulaInputs | undefined;
}

/** A computed KPI, built-in or user-defined. */
interface KpiEntry {
  readonly key: string;
  readonly kpi: ComputedKpi;
  readonly facts: KpiFacts | undefined;
  readonly formula: (scope: CounterScope) => Parts | undefined;
}

/** Built-in KPIs first, then user-defined ones. */
function knownKpis(definitions: KpiDefinitions): readonly KpiEntry[] {
  const { kpis: defined, counters } = definitions;
  const library = kpiKeys.flatMap((key): readonly KpiEntry[] => {
    const kpi: Kpi = kpis[key];
    const formula = (scope: CounterScope) => formulaOf(key, scope, definitions);
    return 'of' in kpi ? [] : [{ key, kpi, facts: libraryDirectory.get(key), formula }];
  });
  const own = defined.map((kpi): KpiEntry => {
    const formula = (scope: CounterScope) => definedFormula(kpi, scope, counters);
    return { key: kpi.key, kpi, facts: definedFacts(kpi), formula };
  });
  return [...library, ...own];
}

/** Flow KPIs exist for several kinds of element; an area has the KPIs of its members. */
function hasSource({ kpi, facts }: KpiEntry, { kind, input }: Source): boolean {
  if (input === 'samples') return kpi.element === kind;
  if (input === 'members' && (facts === undefined || isFlowKpi(facts))) return false;
  return alarmTargetsOf(facts).includes(kind);
}

/** Parts of a KPI of an area. All scopes have the same scale; aggregated values are already scaled. */
function memberParts({ kpi, formula }: KpiEntry): Parts | undefined {
  const [first] = scopes.flatMap((scope) => formula(scope) ?? []);
  return first === undefined || hasParts(memberAggregationOf(kpi)) ? first : { ...first, scale: 1 };
}

const measuredKpisOf = (source: Source, known: readonly KpiEntry[]): readonly MeasuredKpi[] =>
  known.flatMap((one) => {
    const { key, kpi } = one;
    if (!hasSource(one, source)) return [];
    const parts = source.input === 'members' ? memberParts(one) : one.formula(source.scope);
    const aggregation = memberAggregationOf(kpi);
    const onlyAccesses = kpi.isOfAccesses === true;
    return parts === undefined ? [] : [{ key, id: kpi.id, parts, aggregation, onlyAccesses }];
  });

function measurerOf(measured: readonly MeasuredKpi[], counted: CounterSource): Measurer {
  const run = counted.input === 'members' ? [] : measured;
  const program = programOf(run.flatMap(({ parts: { numerator, denominator } }) => [numerator, denominator]));
  const now = (): FormulaInputs => {
    if (measurer.reading === undefined) throw new Error('formula computed outside a window');
    return measurer.reading;
  };
  const compute = compileProgram(program, {
    block: BLOCK,
    fills: (operand) => operandFill(operand, counted, now),
  });
  const measurer: Measurer = {
    kpis: measured,
    compute,
    mark: measuredMarks(counted, now),
    reading: undefined,
  };
  return measurer;
}

const block = measureBlock();
/** 1 where an element of the block has data in the window. */
const marks = new Uint8Array(BLOCK);

function fill({ scale }: Parts, length: number): void {
  const { numerator, denominator, value } = block;
  for (let index = 0; index < length; index += 1)
    value[index] =
      marks[index] === 1
        ? measuredValue({ scale }, numerator[index] as number, denominator[index] as number)
        : Number.NaN;
}

/** Computes one block without yielding: programs and block are shared by all windows being computed. */
function measure(
  measurer: Measurer,
  {
    reading,
    from,
    length,
  }: { readonly reading: FormulaInputs; readonly from: number; readonly length: number },
  visit: Visit,
): void {
  measurer.reading = reading;
  const results = measurer.compute(from, length);
  measurer.mark(marks, from, length);
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

/** The counters and compiled KPIs of all sources, from the catalogue and a set of definitions. */
export class MeasureProgram {
  readonly counters: CounterColumns;
  readonly #measurers: readonly Measurer[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(definitions: KpiDefinitions) {
    this.counters = counterColumns(definitions.counters);
    const known = knownKpis(definitions);
    this.#measurers = this.counters.columns.map((columns, number) => {
      const source = sources[number] as Source;
      return measurerOf(measuredKpisOf(source, known), { input: source.input, columns });
    });
    this.#numbers = new Map(definitions.kpis.map(({ key, id }) => [key, id]));
  }

  /** Computes every KPI of every element of a source for one window, block by block; the block is reused. */
  *windowSteps(source: number, reading: FormulaInputs, visit: Visit): Steps {
    const measurer = this.#measurers[source] as Measurer;
    const slots = reading.elements.ids.length;
    for (let from = 0; from < slots; from += BLOCK) {
      measure(measurer, { reading, from, length: Math.min(BLOCK, slots - from) }, visit);
      yield undefined;
    }
  }

  /** Returns the scale of a KPI in a source: value = scale · numerator / denominator. */
  scaleOf(source: number, key: string): number | undefined {
    return this.#measurers[source]?.kpis.find((measured) => measured.key === key)?.parts.scale;
  }

  /** Returns the KPIs of a source. */
  kpisOf(source: number): readonly MeasuredKpi[] {
    return this.#measurers[source]?.kpis ?? [];
  }

  /** Returns the number of a KPI (a view of another KPI has its own), 0 if it is unknown. */
  kpiNumberOf(key: string): number {
    return isLibraryKey(key) ? kpis[key].id : (this.#numbers.get(key) ?? 0);
  }
}

/** Partitions share compiled programs: the most recent ones are cached. */
const MAX_CACHED = 8;
const programs = new Map<string, MeasureProgram>();

/** Returns the program for these definitions; compiled once. */
export function measureProgramOf(definitions: KpiDefinitions): MeasureProgram {
  const text = JSON.stringify(definitions);
  const measuring = programs.get(text) ?? new MeasureProgram(definitions);
  programs.delete(text);
  programs.set(text, measuring);
  for (const [oldest] of programs) {
    if (programs.size <= MAX_CACHED) break;
    programs.delete(oldest);
  }
  return measuring;
}
