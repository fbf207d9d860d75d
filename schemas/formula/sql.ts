import type { Operand } from './core.ts';
import { operations } from './operations.ts';
import type { Program, ProgramStep } from './program.ts';

/** A program as ClickHouse SQL: a query over another one, and the names of the columns that hold the results. */
export interface FormulaSql {
  readonly query: string;
  readonly results: readonly string[];
}

interface SqlOptions {
  /** A query that has the columns which `operandSql` names. */
  readonly from: string;
  /** Names begin with it, so that they do not meet those of `from`. */
  readonly prefix: string;
  /** SQL of an operand: a Float64, NaN where it is absent. */
  readonly operandSql: (operand: Operand) => string;
}

/** Always a Float64: an integer literal would compute with whole numbers. */
function literal(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  const text = String(value);
  return /[.e]/.test(text) ? `toFloat64(${text})` : `toFloat64(${text}.)`;
}

/** For each step how many steps stand one upon another below it. */
function heights(steps: readonly ProgramStep[]): readonly number[] {
  const found: number[] = [];
  for (const step of steps)
    found.push(step.is === 'operation' ? 1 + Math.max(...step.args.map((at) => found[at] ?? 0)) : 0);
  return found;
}

/**
 * The SQL form of a program: steps of the same height are the columns of one query over the query below. ClickHouse puts
 * the text of an alias wherever it is used, which would double with every step; a column of a sub-query is computed once.
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
