import { kpiKeys, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { formulas, scaleOf, valueOf } from './formulas.ts';
import type { Formula, Parts, Reading } from './formulas.ts';
import { BLOCK, measureBlock } from './measure-block.ts';
import type { MeasureBlock } from './measure-block.ts';
import type { ElementKind } from './counter-columns.ts';

type Visit = (kpi: KpiKey, reading: Reading, block: MeasureBlock) => void;

function fill(
  block: MeasureBlock,
  reading: Reading,
  { formula, scale }: { formula: Formula; scale: number },
): void {
  const parts: Parts = { numerator: 0, denominator: 0 };
  for (let index = 0; index < block.length; index += 1) {
    formula(reading, block.from + index, parts);
    // A division by zero has no value, neither has anything that is no number.
    const value = parts.denominator > 0 ? valueOf(scale, parts.numerator, parts.denominator) : Number.NaN;
    block.numerator[index] = parts.numerator;
    block.denominator[index] = parts.denominator;
    block.value[index] = Number.isFinite(value) ? value : Number.NaN;
  }
}

const kpisOf = (kind: ElementKind): readonly KpiKey[] => kpiKeys.filter((kpi) => kpis[kpi].element === kind);

/** Computes every KPI of every element of a kind for one window, block by block; the block is reused. */
export function windowMeasures(kind: ElementKind, reading: Reading, visit: Visit): void {
  const block = measureBlock();
  const slots = reading.elements.ids.length;
  for (const kpi of kpisOf(kind)) {
    const formula = { formula: formulas[kpi], scale: scaleOf(kpi) };
    for (block.from = 0; block.from < slots; block.from += BLOCK) {
      block.length = Math.min(BLOCK, slots - block.from);
      fill(block, reading, formula);
      visit(kpi, reading, block);
    }
  }
}
