import { compileProgram } from '#schemas/formula/compile.ts';
import type { Compiled } from '#schemas/formula/compile.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { programOf } from '#schemas/formula/program.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { kpiKeys, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { BLOCK, measureBlock } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
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

/** Every KPI of a source as one program. */
interface Measurer {
  readonly kpis: readonly Measured[];
  readonly compute: Compiled;
  reading: Reading | undefined;
}

const measuredOf = ({ kind, scope }: Source): readonly Measured[] =>
  kpiKeys.flatMap((key) => {
    const parts = kpis[key].element === kind ? formulaOf(key, scope) : undefined;
    return parts === undefined ? [] : [{ key, parts }];
  });

function measurerOf(number: number): Measurer {
  const measured = measuredOf(sources[number] as Source);
  const program = programOf(
    measured.flatMap(({ parts: { numerator, denominator } }) => [numerator, denominator]),
  );
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
