/** How a window of a counter is read. Each is absent in a window without a sample (or, of a growing counter, without two). */
export type Take =
  /** What a growing counter grew by. */
  | 'delta'
  /** Seconds observed, by the agent's own clock where there is one; of polls, their number. */
  | 'seconds'
  /** Of `seconds`, those in which the state was 1; of polls, those answered. */
  | 'held'
  /** Of the samples of a gauge: the newest and its time (seconds since 1970), sum, number, extremes. */
  | 'last'
  | 'at'
  | 'sum'
  | 'count'
  | 'min'
  | 'max'
  /** The newest value ever seen of what holds until told otherwise, such as the speed of a line. */
  | 'latest'
  /** What the inventory says of the element. */
  | 'property';

/** What a formula reads: one number per element and window. */
export interface Operand {
  readonly take: Take;
  /** A counter, or a property. */
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
  /** The left one, or the right one where it is absent. */
  'coalesce',
  /** Of those that are present. */
  'minimum',
  'maximum',
  'total',
] as const;
export type BinaryOp = (typeof binaryOps)[number];

/**
 * A formula with every name looked up and every short form written out. All values are 64-bit floats; NaN is "absent", and
 * what is computed of something absent is absent, except where an operation says otherwise. A division by zero is absent.
 * Truth is 1 and 0; anything but 0 counts as true.
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

/** What an operation is applied to, in order. */
export function argsOf(core: Core): readonly Core[] {
  if (core.op === 'number' || core.op === 'operand') return [];
  if (core.op === 'choose') return [core.when, core.then, core.otherwise];
  return 'of' in core ? [core.of] : [core.left, core.right];
}
