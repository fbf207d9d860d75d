import type { Operand } from './core.ts';
import { operations } from './operations.ts';
import type { Program } from './program.ts';

/** Writes an operand of `length` elements from slot `from` to `out`, NaN where absent. */
export type Fill = (out: Float64Array, from: number, length: number) => void;

type Work = (from: number, length: number) => void;

/** Computes the elements from slot `from`; returns one block per formula, valid until the next call. */
export type Compiled = (from: number, length: number) => readonly Float64Array[];

/**
 * Compiles a program to JavaScript: one simple loop per step over blocks of elements, without allocations per run. `fills`
 * returns the reader of an operand.
 */
export function compileProgram(
  { steps, results }: Program,
  { block, fills }: { readonly block: number; readonly fills: (operand: Operand) => Fill },
): Compiled {
  const registers = steps.map((step) =>
    new Float64Array(block).fill(step.is === 'number' ? step.value : Number.NaN),
  );
  const register = (at: number): Float64Array => registers[at] as Float64Array;
  const work = steps.flatMap((step, at): readonly Work[] => {
    const out = register(at);
    if (step.is === 'number') return [];
    if (step.is === 'operand') {
      const fill = fills(step.operand);
      return [
        (from, length) => {
          fill(out, from, length);
        },
      ];
    }
    const args = step.args.map(register);
    const run = operations[step.op].block;
    return [
      (_, length) => {
        run(out, args, length);
      },
    ];
  });
  const responses = results.map(register);
  return (from, length) => {
    for (const step of work) step(from, length);
    return responses;
  };
}
