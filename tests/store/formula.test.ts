import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { compileProgram } from '#schemas/formula/compile.ts';
import type { Core, Operand } from '#schemas/formula/core.ts';
import { partsOf } from '#schemas/formula/parts.ts';
import { printFormula } from '#schemas/formula/print.ts';
import { programOf } from '#schemas/formula/program.ts';
import { resolveFormula } from '#schemas/formula/resolve.ts';
import { programSql } from '#server/features/data/sql/formula-sql.ts';
import { someNames, someTree, someValue } from '#tests/fixtures/formula.ts';
import { openClickHouseOnly } from './stack.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const ROWS = 64;
const FORMULAS = 20;

/** An operand's column, in both languages. */
const columnOf = ({ take, name }: Operand): string => `${take}_${name}`;

const someCore = someTree.map((tree): Core => {
  const resolved = resolveFormula(tree, someNames);
  if (!resolved.ok) throw new Error(`${printFormula(tree)}: ${resolved.fault.reason}`);
  return resolved.core;
});

const bitsOf = (value: number): string =>
  Number.isNaN(value)
    ? 'absent'
    : (new BigUint64Array(Float64Array.of(value).buffer).at(0)?.toString() ?? '');

describe('a formula', async () => {
  const { clickhouse, close } = await openClickHouseOnly();
  afterAll(close);

  it('has identical values in the engine and in a query, bit for bit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someCore, { minLength: FORMULAS, maxLength: FORMULAS }),
        fc.infiniteStream(someValue),
        async (cores, values) => {
          const program = programOf(cores.flatMap((core) => [core, partsOf(core).numerator]));
          const operands = program.steps.flatMap((step) => (step.is === 'operand' ? [step.operand] : []));
          const data = new Map(
            operands.map((operand) => [
              columnOf(operand),
              Float64Array.from({ length: ROWS }, () => values.next().value as number),
            ]),
          );
          const responses = compileProgram(program, {
            block: ROWS,
            fills: (operand) => (out, from, length) => {
              out.set(data.get(columnOf(operand))?.subarray(from, from + length) ?? []);
            },
          })(0, ROWS);
          const stored = [...data].map(
            ([column, numbers]) =>
              `[${[...new BigUint64Array(numbers.buffer)].map((bits) => `toUInt64(${String(bits)})`).join()}] AS ${column}`,
          );
          const sql = programSql(program, {
            from: `SELECT number + 1 AS row${stored.map((column) => `, ${column}`).join('')} FROM numbers(${String(ROWS)})`,
            prefix: 'f',
            operandSql: (operand) => `reinterpretAsFloat64(${columnOf(operand)}[row])`,
          });
          const rows = await clickhouse.query<{ bits: string[] }>(
            `SELECT arrayMap(x -> if(isNaN(x), 'absent', toString(reinterpretAsUInt64(x))), [${sql.results.join()}]) AS bits
             FROM (${sql.query}) ORDER BY row`,
          );
          const expected = Array.from({ length: ROWS }, (_, row) =>
            responses.map((block) => bitsOf(block[row] as number)),
          );
          expect(rows.map(({ bits }) => bits)).toEqual(expected);
        },
      ),
      { numRuns: rounds(25) },
    );
  });
});
