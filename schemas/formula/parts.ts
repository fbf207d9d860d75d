import { binary, number, operand, type Core } from './core.ts';

/**
 * A formula as a ratio that can be aggregated over elements and time: value = scale · Σ numerator / Σ denominator. The
 * denominator of other formulas is 1.
 */
export interface Parts {
  readonly scale: number;
  readonly numerator: Core;
  readonly denominator: Core;
}

const ONE = number(1);

/** `factor · ratio` or `ratio · factor`; a factor of 100 is a percentage and stays outside the numerator. */
function scaled(factor: number, { scale, numerator, denominator }: Parts): Parts {
  return factor === 100 && scale === 1
    ? { scale: factor, numerator, denominator }
    : { scale, numerator: binary('multiply', number(factor), numerator), denominator };
}

function product(left: Core, right: Core): Parts | undefined {
  if (left.op === 'number') return ratioOf(right, (ratio) => scaled(left.value, ratio));
  if (right.op === 'number') return ratioOf(left, (ratio) => scaled(right.value, ratio));
  return undefined;
}

const ratioOf = (core: Core, then: (ratio: Parts) => Parts): Parts | undefined => {
  const ratio = ratioIn(core);
  return ratio === undefined ? undefined : then(ratio);
};

/** Two alternatives of the same scale: the parts are selected like the value. */
function alternatives(left: Core, right: Core, choose: (a: Core, b: Core) => Core): Parts | undefined {
  const [one, other] = [ratioIn(left), ratioIn(right)];
  if (one === undefined || other?.scale !== one.scale) return undefined;
  return {
    scale: one.scale,
    numerator: choose(one.numerator, other.numerator),
    denominator: choose(one.denominator, other.denominator),
  };
}

function coalesced(left: Core, right: Core): Parts | undefined {
  const when: Core = { op: 'present', of: left };
  return alternatives(left, right, (then, otherwise) => ({ op: 'choose', when, then, otherwise }));
}

/** Dividing a ratio by a number multiplies its denominator. */
function quotient(left: Core, right: Core): Parts {
  const ratio = right.op === 'number' ? ratioIn(left) : undefined;
  if (ratio === undefined) return { scale: 1, numerator: left, denominator: right };
  return { ...ratio, denominator: binary('multiply', ratio.denominator, right) };
}

function ratioIn(core: Core): Parts | undefined {
  if (core.op === 'divide') return quotient(core.left, core.right);
  if (core.op === 'multiply') return product(core.left, core.right);
  if (core.op === 'coalesce') return coalesced(core.left, core.right);
  if (core.op !== 'choose') return undefined;
  const { when } = core;
  return alternatives(core.then, core.otherwise, (then, otherwise) => ({
    op: 'choose',
    when,
    then,
    otherwise,
  }));
}

/** Whether each way through a denominator is a time in seconds. */
function isTime(core: Core): boolean {
  if (core.op === 'choose') return isTime(core.then) && isTime(core.otherwise);
  if (core.op === 'coalesce') return isTime(core.left) && isTime(core.right);
  return core.op === 'operand' && (core.operand.take === 'seconds' || core.operand.name === 'window');
}

/**
 * The parts of a rate: volume and time, so that volumes add up over elements while the time counts once. A rate that is measured as such,
 * like the mean of samples in kbit/s, is that of its window.
 */
export function ratePartsOf(core: Core): Parts {
  const parts = partsOf(core);
  if (isTime(parts.denominator)) return parts;
  const window = operand('property', 'window');
  const value =
    parts.denominator === ONE ? parts.numerator : binary('divide', parts.numerator, parts.denominator);
  return { scale: parts.scale, numerator: binary('multiply', value, window), denominator: window };
}

export const partsOf = (core: Core): Parts =>
  ratioIn(core) ?? { scale: 1, numerator: core, denominator: ONE };

/** Whether values can be aggregated exactly by their parts. */
export const isRatio = (core: Core): boolean => ratioIn(core) !== undefined;
