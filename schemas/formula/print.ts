import { precedenceLevels, type BinaryOperator, type FormulaTree } from './tree.ts';

const COMPARISON = 2;
const UNARY = precedenceLevels.length;
const levelOf = (sign: BinaryOperator): number =>
  precedenceLevels.findIndex((signs) => signs.some((one) => one === sign));

function levelOfTree(tree: FormulaTree): number {
  if (tree.is === 'pair') return levelOf(tree.sign);
  if (tree.is === 'not') return COMPARISON;
  return UNARY;
}

const within = (tree: FormulaTree, level: number): string =>
  levelOfTree(tree) < level ? `(${printFormula(tree)})` : printFormula(tree);

/** Comparisons do not chain: neither side may be one. */
function pair(sign: BinaryOperator, left: FormulaTree, right: FormulaTree): string {
  const level = levelOf(sign);
  return `${within(left, level === COMPARISON ? level + 1 : level)} ${sign} ${within(right, level + 1)}`;
}

/** Formats a formula; parsing the text returns the same tree. */
export function printFormula(tree: FormulaTree): string {
  switch (tree.is) {
    case 'number':
      return String(tree.value);
    case 'name':
      return tree.name;
    case 'negative':
      return `-${within(tree.of, UNARY)}`;
    case 'not':
      return `not ${within(tree.of, COMPARISON)}`;
    case 'pair':
      return pair(tree.sign, tree.left, tree.right);
    case 'call':
      return `${tree.name}(${tree.args.map(printFormula).join(', ')})`;
  }
}
