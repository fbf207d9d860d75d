/** Signs of two operands, the loosest first. Comparisons do not chain. */
export const levels = [['or'], ['and'], ['<', '<=', '>', '>=', '=', '!='], ['+', '-'], ['*', '/']] as const;
export type Sign = (typeof levels)[number][number];

/** A formula as it is written. `at`: where it stands, in characters from 0. */
export type Tree =
  | { readonly is: 'number'; readonly value: number; readonly at: number }
  | { readonly is: 'name'; readonly name: string; readonly at: number }
  | { readonly is: 'negative' | 'not'; readonly of: Tree; readonly at: number }
  | {
      readonly is: 'pair';
      readonly sign: Sign;
      readonly left: Tree;
      readonly right: Tree;
      readonly at: number;
    }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Tree[]; readonly at: number };
