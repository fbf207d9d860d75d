import { argsOf, type Core, type Take } from '../../formula/core.ts';
import { partsOf } from '../../formula/parts.ts';
import type { Unit } from '../../unit/unit.ts';
import type { QuantityKind } from './quantity.ts';
import type { Aggregation } from '../kpi.ts';

const takesOf = (core: Core): readonly Take[] =>
  core.op === 'operand' ? [core.operand.take] : argsOf(core).flatMap(takesOf);

const isOnly = (core: Core, takes: readonly Take[]): boolean => {
  const found = takesOf(core);
  return found.length > 0 && found.every((take) => takes.includes(take));
};

/** Kinds that a unit alone decides. */
const ofUnit: Partial<Record<Unit, QuantityKind>> = {
  bps: 'rate',
  pps: 'rate',
  timestamp: 'time',
  celsius: 'gauge',
  rpm: 'gauge',
  watt: 'count',
  millisecond: 'duration',
};

interface Inferred {
  readonly unit: Unit;
  readonly aggregation: Aggregation;
  /** A formula of the KPI; undefined: it has none that this version understands. */
  readonly core: Core | undefined;
}

function ofPercent(core: Core): QuantityKind {
  const { numerator, denominator } = partsOf(core);
  if (isOnly(numerator, ['held'])) return 'state';
  const isMean = isOnly(denominator, ['count']) || takesOf(denominator).length === 0;
  return isMean && isOnly(numerator, ['sum', 'count', 'last', 'min', 'max']) ? 'gauge' : 'ratio';
}

function ofPlain(core: Core, aggregation: Aggregation): QuantityKind {
  const { numerator, denominator } = partsOf(core);
  const isGrowth = isOnly(numerator, ['delta']);
  if (isOnly(denominator, ['seconds'])) return isOnly(numerator, ['held']) ? 'state' : 'rate';
  if (takesOf(denominator).length === 0) return isGrowth || aggregation === 'sum' ? 'counter' : 'gauge';
  return isOnly(denominator, ['count']) ? 'gauge' : 'ratio';
}

/** Returns the kind of a KPI whose definition does not state it, by its unit and formula. */
export function inferKind({ unit, aggregation, core }: Inferred): QuantityKind {
  const decided = ofUnit[unit];
  if (decided !== undefined) return decided;
  if (core === undefined) return aggregation === 'sum' ? 'counter' : 'gauge';
  if (unit === 'percent') return ofPercent(core);
  if (unit === 'second') return takesOf(core).includes('last') ? 'time' : 'duration';
  return ofPlain(core, aggregation);
}
