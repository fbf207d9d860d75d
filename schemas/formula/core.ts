/** Readings of a counter in a window, absent without a sample (monotonic counters: without two). */
export type Take =
  /** Increase of a monotonic counter. */
  | 'delta'
  /** Seconds observed, by the clock of the agent where available; for polls, their number. */
  | 'seconds'
  /** Seconds in state 1; for polls, the successful ones. */
  | 'held'
  /** Samples of a gauge: newest and its time (seconds since 1970), sum, number, extremes. */
  | 'last'
  | 'at'
  | 'sum'
  | 'count'
  | 'min'
  | 'max'
  /** Newest value ever of a setting, such as the speed of an interface. */
  | 'latest'
  /** Property of the element in the inventory. */
  | 'property';

/** Input of a formula: one number per element and window. */
export interface Operand {
  readonly take: Take;
  /** Key of a counter or property. */
  readonly name: string;
}

export const unaryOps = ['negative', 'not', 'abs', 'floor', 'ceil', 'sqrt', 'present'] as const;
export type UnaryOp = (typeof unaryOps)[number];

export const binaryOps = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'less',
  'less or equal',
  'greater',
  'greater or equal',
  'equal',
  'not equal',
  'and',
  'or',
  /** The left operand, or the right one if the left is absent. */
  'coalesce',
  /** Of the operands that are present. */
  'minimum',
  'maximum',
  'total',
] as const;
export type BinaryOp = (typeof binaryOps)[number];

/**
 * A formula with resolved names and expanded short forms. Values are 64-bit floats; NaN means absent and propagates unless an
 * operation states otherwise. Division by zero is absent. True is 1, false is 0, any other value counts as true.
 */
export type Core =
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: 'operand'; readonly operand: Operand }
  | { readonly op: UnaryOp; readonly of: Core }
  | { readonly op: BinaryOp; readonly left: Core; readonly right: Core }
  | { readonly op: 'choose'; readonly when: Core; readonly then: Core; readonly otherwise: Core };

export const number = (value: number): Core => ({ op: 'number', value });
export const operand = (take: Take, name: string): Core => ({ op: 'operand', operand: { take, name } });
export const binary = (op: BinaryOp, left: Core, right: Core): Core => ({ op, left, right });

/** Operands of an operation, in order. */
export function argsOf(core: Core): readonly Core[] {
  if (core.op === 'number' || core.op === 'operand') return [];
  if (core.op === 'choose') return [core.when, core.then, core.otherwise];
  return 'of' in core ? [core.of] : [core.left, core.right];
}
