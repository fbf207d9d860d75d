/** Signs of two operands, the loosest first. Comparisons do not chain. */
export const precedenceLevels = [['or'], ['and'], ['<', '<=', '>', '>=', '=', '!='], ['+', '-'], ['*', '/']] as const;
export type BinaryOperator = (typeof precedenceLevels)[number][number];

/** A formula as it is written. `at`: where it stands, in characters from 0. */
export type FormulaTree =
  | { readonly is: 'number'; readonly value: number; readonly at: number }
  | { readonly is: 'name'; readonly name: string; readonly at: number }
  | { readonly is: 'negative' | 'not'; readonly of: FormulaTree; readonly at: number }
  | {
      readonly is: 'pair';
      readonly sign: BinaryOperator;
      readonly left: FormulaTree;
      readonly right: FormulaTree;
      readonly at: number;
    }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly FormulaTree[]; readonly at: number };
