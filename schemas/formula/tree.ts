/** Binary operators, lowest precedence first. Comparisons do not chain. */
export const precedenceLevels = [
  ['or'],
  ['and'],
  ['<', '<=', '>', '>=', '=', '!='],
  ['+', '-'],
  ['*', '/'],
] as const;
export type BinaryOperator = (typeof precedenceLevels)[number][number];

/** Syntax tree of a formula. `at` is the offset in the text. */
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
  | {
      readonly is: 'call';
      readonly name: string;
      readonly args: readonly FormulaTree[];
      readonly at: number;
    };
