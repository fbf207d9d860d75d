/**
 * PostgreSQL tables as column lists, from which the DDL and the types of the query builder derive. `int8` columns contain
 * numbers below 2^53 and are read as numbers.
 */
export interface Field<Cell, Optional extends boolean = false> {
  readonly sql: string;
  /** Optional at insert: it has a default, is generated, or is nullable. */
  readonly optional: Optional;
  readonly cell?: Cell;
}

const field = <Cell>(sql: string): Field<Cell> => ({ sql: `${sql} NOT NULL`, optional: false });

export const text = field<string>('text');
export const integer = field<number>('integer');
export const bigint = field<number>('bigint');
export const double = field<number>('double precision');
export const flag = field<boolean>('boolean');
export const instant = field<Date>('timestamptz');
export const texts = field<string[]>('text[]');
export const integers = field<number[]>('integer[]');
export const bytes = field<Buffer>('bytea');
export const json = <Value>(): Field<Value> => field<Value>('jsonb');
export const key: Field<number, true> = {
  sql: 'integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  optional: true,
};
/** Keys that are not generated. */
export const bigintKey: Field<number> = { sql: 'bigint PRIMARY KEY', optional: false };
export const integerKey: Field<number> = { sql: 'integer PRIMARY KEY', optional: false };
export const textKey: Field<string> = { sql: 'text PRIMARY KEY', optional: false };

const nullSql = (sql: string): string => sql.replace(' NOT NULL', '');
export const nullableField = <Cell>(inner: Field<Cell>): Field<Cell | null, true> => ({
  sql: nullSql(inner.sql),
  optional: true,
});
export const withDefault = <Cell>(inner: Field<Cell>, value: string): Field<Cell, true> => ({
  sql: `${inner.sql} DEFAULT ${value}`,
  optional: true,
});
export const unique = <F extends Field<unknown, boolean>>(inner: F): F => ({
  ...inner,
  sql: `${inner.sql} UNIQUE`,
});
/**
 * Names that people write are unique regardless of case, within the rows that agree in `within`. Letters beyond ASCII fold as the
 * locale of the database does it.
 */
export const uniqueIgnoringCase = (
  table: string,
  name: string,
  { within = [], where }: { readonly within?: readonly string[]; readonly where?: string } = {},
): string =>
  `CREATE UNIQUE INDEX ${table}_${name} ON ${table} (${[...within, `lower(${name})`].join(', ')})${where === undefined ? '' : ` WHERE ${where}`}`;
export const references = <F extends Field<unknown, boolean>>(
  inner: F,
  target: string,
  onDelete = 'CASCADE',
): F => ({
  ...inner,
  sql: `${inner.sql} REFERENCES ${target} ON DELETE ${onDelete}`,
});
/** Key of a detail table: the id of its parent. */
export const sharedKey = (target: string): Field<number> => ({
  sql: `integer PRIMARY KEY REFERENCES ${target} ON DELETE CASCADE`,
  optional: false,
});

export type Fields = Readonly<Record<string, Field<unknown, boolean>>>;

export interface Relation<F extends Fields = Fields, Name extends string = string> {
  readonly name: Name;
  readonly columns: F;
  /** Table constraints, and statements after the table such as indexes. */
  readonly constraints?: readonly string[];
  readonly indexes?: readonly string[];
}

export const relation = <const F extends Fields, const Name extends string>(
  definition: Relation<F, Name>,
): Relation<F, Name> => definition;

type CellOf<F> = F extends Field<infer Cell, boolean> ? Cell : never;
type OptionalNames<F extends Fields> = {
  [N in keyof F]: F[N] extends Field<unknown, infer O> ? (O extends true ? N : never) : never;
}[keyof F];

/** A row as read. */
export type Row<R extends Relation> = { -readonly [N in keyof R['columns']]: CellOf<R['columns'][N]> };
/** A row to insert. */
export type NewRow<R extends Relation> = {
  -readonly [N in Exclude<keyof R['columns'], OptionalNames<R['columns']>>]: CellOf<R['columns'][N]>;
} & { -readonly [N in OptionalNames<R['columns']>]?: CellOf<R['columns'][N]> | undefined };

/** Table type for kysely. */
export type KyselyTable<R extends Relation> = {
  -readonly [N in keyof R['columns']]: {
    readonly __select__: CellOf<R['columns'][N]>;
    readonly __insert__: N extends OptionalNames<R['columns']>
      ? CellOf<R['columns'][N]> | undefined
      : CellOf<R['columns'][N]>;
    readonly __update__: CellOf<R['columns'][N]>;
  };
};

export function createRelation({
  name,
  columns,
  constraints = [],
  indexes = [],
}: Relation): readonly string[] {
  const lines = [
    ...Object.entries(columns).map(([column, { sql }]) => `  ${column} ${sql}`),
    ...constraints.map((line) => `  ${line}`),
  ];
  return [`CREATE TABLE ${name} (\n${lines.join(',\n')}\n)`, ...indexes];
}
