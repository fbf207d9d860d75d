import type { Operand } from '#schemas/formula/core.ts';
import { operations } from '#schemas/formula/operations.ts';
import type { Program, ProgramStep } from '#schemas/formula/program.ts';

/** A program as ClickHouse SQL: nested queries and the names of the result columns. */
export interface FormulaSql {
  readonly query: string;
  readonly results: readonly string[];
}

interface SqlOptions {
  /** Query with the columns named by `operandSql`. */
  readonly from: string;
  /** Prefix of the column names, so that they do not clash with those of `from`. */
  readonly prefix: string;
  /** SQL of an operand: a Float64, NaN if absent. */
  readonly operandSql: (operand: Operand) => string;
}

/** Always a Float64: integer literals would cause integer arithmetic. */
function literal(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  const text = String(value);
  return /[.e]/.test(text) ? `toFloat64(${text})` : `toFloat64(${text}.)`;
}

/** Height of each step above its operands. */
function heights(steps: readonly ProgramStep[]): readonly number[] {
  const found: number[] = [];
  for (const step of steps)
    found.push(step.is === 'operation' ? 1 + Math.max(...step.args.map((at) => found[at] ?? 0)) : 0);
  return found;
}

/**
 * Compiles a program to SQL: steps of the same height are columns of one query over the query below. ClickHouse inlines aliases,
 * which would double with every step, but computes a column of a sub-query once.
 */
export function programSql(
  { steps, results }: Program,
  { from, prefix, operandSql }: SqlOptions,
): FormulaSql {
  const name = (at: number): string => `${prefix}${String(at)}`;
  const text = (step: ProgramStep): string => {
    if (step.is === 'number') return literal(step.value);
    return step.is === 'operand' ? operandSql(step.operand) : operations[step.op].sql(...step.args.map(name));
  };
  const height = heights(steps);
  let query = from;
  for (let level = 0; level <= Math.max(...height); level += 1) {
    const columns = steps.flatMap((step, at) =>
      height[at] === level ? [`${text(step)} AS ${name(at)}`] : [],
    );
    query = `SELECT *, ${columns.join(', ')} FROM (${query})`;
  }
  return { query, results: results.map(name) };
}
