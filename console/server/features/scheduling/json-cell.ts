import { sql } from 'kysely';

/** A value for a `jsonb` column: the driver would write a list as an array of PostgreSQL. */
export const jsonCell = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;
