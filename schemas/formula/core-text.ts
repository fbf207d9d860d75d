import { binaryOps, type BinaryOp, type Core, type Operand, type UnaryOp } from './core.ts';

const signs: Readonly<Partial<Record<BinaryOp, string>>> = {
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  less: '<',
  'less or equal': '<=',
  greater: '>',
  'greater or equal': '>=',
  equal: '=',
  'not equal': '!=',
  and: 'and',
  or: 'or',
};
const calls: Readonly<Partial<Record<BinaryOp, string>>> = {
  coalesce: 'coalesce',
  minimum: 'min',
  maximum: 'max',
  total: 'sum',
};

const operandText = ({ take, name }: Operand): string =>
  take === 'property' || take === 'latest' ? name : `${take}(${name})`;

const isPair = ({ op }: Core): boolean => binaryOps.some((one) => one === op && one in signs);
const within = (core: Core): string => (isPair(core) ? `(${coreText(core)})` : coreText(core));

function unaryText(op: UnaryOp, of: Core): string {
  if (op === 'negative') return `-${within(of)}`;
  return op === 'not' ? `not ${within(of)}` : `${op}(${coreText(of)})`;
}

/** Formats a formula with its short forms expanded: `8 * delta(in_octets)`. */
export function coreText(core: Core): string {
  if (core.op === 'number') return String(core.value);
  if (core.op === 'operand') return operandText(core.operand);
  if (core.op === 'choose')
    return `if(${coreText(core.when)}, ${coreText(core.then)}, ${coreText(core.otherwise)})`;
  if ('of' in core) return unaryText(core.op, core.of);
  const call = calls[core.op];
  return call === undefined
    ? `${within(core.left)} ${signs[core.op] ?? core.op} ${within(core.right)}`
    : `${call}(${coreText(core.left)}, ${coreText(core.right)})`;
}
