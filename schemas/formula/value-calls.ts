import { binary, number, type BinaryOp, type Core, type UnaryOp } from './core.ts';

interface ValueCall {
  /** Minimum and maximum number of arguments. */
  readonly takes: readonly [number, number];
  readonly of: (args: readonly Core[]) => Core;
}

const MAX_ARGUMENTS = 50;
const HUNDRED = 100;

const folded = (op: BinaryOp): ValueCall => ({
  takes: [2, MAX_ARGUMENTS],
  of: (args) => args.reduce((left, right) => binary(op, left, right)),
});

const alone = (op: UnaryOp): ValueCall => ({
  takes: [1, 1],
  of: ([of]) => ({ op, of: of as Core }),
});

const two = (of: (left: Core, right: Core) => Core): ValueCall => ({
  takes: [2, 2],
  of: ([left, right]) => of(left as Core, right as Core),
});

/** Mean of the present values. */
function mean(args: readonly Core[]): Core {
  const total = args.reduce((left, right) => binary('total', left, right));
  const present = args.map((of): Core => ({ op: 'present', of }));
  return binary(
    'divide',
    total,
    present.reduce((left, right) => binary('add', left, right)),
  );
}

const held = (value: Core, low: Core, high: Core): Core => ({
  op: 'choose',
  when: binary('less', value, low),
  then: low,
  otherwise: { op: 'choose', when: binary('greater', value, high), then: high, otherwise: value },
});

/** Functions of values. `min`, `max`, `sum` and `avg` ignore absent values and are absent if all are. */
export const valueCalls: Readonly<Record<string, ValueCall>> = {
  min: folded('minimum'),
  max: folded('maximum'),
  sum: folded('total'),
  avg: { takes: [2, MAX_ARGUMENTS], of: mean },
  /** The first present value. */
  coalesce: folded('coalesce'),
  /** 100 · first / second. */
  percent: two((part, full) => binary('multiply', number(HUNDRED), binary('divide', part, full))),
  /** The first, clamped between the second and the third. */
  clamp: {
    takes: [3, 3],
    of: ([value, low, high]) => held(value as Core, low as Core, high as Core),
  },
  abs: alone('abs'),
  floor: alone('floor'),
  ceil: alone('ceil'),
  sqrt: alone('sqrt'),
  /** 1 if the value is present, else 0. */
  present: alone('present'),
  /** The second if the first is true, else the third. */
  if: {
    takes: [3, 3],
    of: ([when, then, otherwise]) => ({
      op: 'choose',
      when: when as Core,
      then: then as Core,
      otherwise: otherwise as Core,
    }),
  },
};
