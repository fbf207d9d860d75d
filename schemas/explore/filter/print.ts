import { quoted } from './token.ts';
import type { FilterTest, FilterTree } from './tree.ts';

const testText = ({ field, operator, values }: FilterTest): string => {
  const texts = values.map(({ text }) => quoted(text));
  const isList = operator === 'in' || operator === 'not in';
  return `${field} ${operator} ${isList ? `(${texts.join(', ')})` : (texts[0] ?? '""')}`;
};

const strength = { or: 0, and: 1, not: 2, test: 3 } as const;

/** A filter in its canonical form, which parses to the same tree. */
export function printFilter(tree: FilterTree | undefined): string {
  if (tree === undefined) return '';
  if (tree.is === 'test') return testText(tree);
  const inner = (part: FilterTree): string => {
    // Parts of the same kind are grouped as the reader has written them.
    const isWeaker = strength[part.is] < strength[tree.is] || (part.is === tree.is && part.is !== 'not');
    return isWeaker ? `(${printFilter(part)})` : printFilter(part);
  };
  return tree.is === 'not' ? `not ${inner(tree.of)}` : tree.parts.map(inner).join(` ${tree.is} `);
}
