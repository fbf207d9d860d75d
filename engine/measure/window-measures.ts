import { targetsOf } from '#schemas/cockpit/target.ts';
import { compileProgram } from '#schemas/formula/compile.ts';
import type { Compiled } from '#schemas/formula/compile.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { programOf } from '#schemas/formula/program.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { kpiKeys, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { BLOCK, measureBlock } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
import { wayOf } from './member-way.ts';
import { operandFill } from './operands.ts';
import type { Reading } from './operands.ts';
import { sources } from './sources.ts';
import type { Source } from './sources.ts';
import { measuredValue } from './value.ts';

type Visit = (kpi: KpiKey, reading: Reading, block: MeasureBlock) => void;

interface Measured {
  readonly key: KpiKey;
  readonly parts: Parts;
}

/** Every KPI of a source as one program; that of clusters is never run: their values are put together from their members'. */
interface Measurer {
  readonly kpis: readonly Measured[];
  readonly compute: Compiled;
  reading: Reading | undefined;
}

/** Flows are summed by other kinds of element than the application as well; an area has the KPIs of what is in it. */
const isOf = (key: KpiKey, { kind, of }: Source): boolean =>
  of === 'samples' ? kpis[key].element === kind : targetsOf(key).includes(kind);

const measuredOf = (source: Source): readonly Measured[] =>
  kpiKeys.flatMap((key) => {
    const parts = isOf(key, source) ? formulaOf(key, source.scope) : undefined;
    if (parts === undefined) return [];
    // Values that were put together are values already.
    const isValue = source.of === 'members' && wayOf(key) !== 'parts';
    return [{ key, parts: isValue ? { ...parts, scale: 1 } : parts }];
  });

function measurerOf(number: number): Measurer {
  const source = sources[number] as Source;
  const measured = measuredOf(source);
  const run = source.of === 'members' ? [] : measured;
  const program = programOf(run.flatMap(({ parts: { numerator, denominator } }) => [numerator, denominator]));
  const now = (): Reading => {
    if (measurer.reading === undefined) throw new Error('a formula is computed outside of a window');
    return measurer.reading;
  };
  const compute = compileProgram(program, {
    block: BLOCK,
    fills: (operand) => operandFill(operand, number, now),
  });
  const measurer: Measurer = { kpis: measured, compute, reading: undefined };
  return measurer;
}

const measurers = sources.map((_, number) => measurerOf(number));
const block = measureBlock();

function fill({ scale }: Parts, length: number): void {
  const { numerator, denominator, value } = block;
  for (let index = 0; index < length; index += 1)
    value[index] = measuredValue({ scale }, numerator[index] as number, denominator[index] as number);
}

/** Computes every KPI of every element of a source for one window, block by block; the block is reused. */
export function windowMeasures(source: number, reading: Reading, visit: Visit): void {
  const measurer = measurers[source] as Measurer;
  const slots = reading.elements.ids.length;
  measurer.reading = reading;
  for (let from = 0; from < slots; from += BLOCK) {
    const length = Math.min(BLOCK, slots - from);
    const results = measurer.compute(from, length);
    block.from = from;
    block.length = length;
    for (const [index, { key, parts }] of measurer.kpis.entries()) {
      block.numerator = results[2 * index] as Float64Array;
      block.denominator = results[2 * index + 1] as Float64Array;
      fill(parts, length);
      visit(key, reading, block);
    }
  }
  measurer.reading = undefined;
}

/** The scale of a KPI in a source: value = scale · numerator / denominator. */
export const scaleIn = (source: number, key: KpiKey): number | undefined =>
  measurers[source]?.kpis.find((measured) => measured.key === key)?.parts.scale;

/** The KPIs of a source. */
export const kpisOf = (source: number): readonly KpiKey[] =>
  measurers[source]?.kpis.map(({ key }) => key) ?? [];
