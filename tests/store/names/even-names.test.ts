import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evenNames } from '#schemas/migrations/even-names.ts';
import { openStack, type Stack } from '../stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

describe('names of an inventory from before', () => {
  it('lose what cannot be seen, unless two of them look equal', async () => {
    const { db } = stack;
    const { id: customer } = await db
      .insertInto('customer')
      .values({ client_id: 'even', name: 'Bore\u0301val\u00A0SA', profile_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const names = ['Lyon Nord', 'Lyon\u00A0Nord', 'E\u0301vry', 'Paris  Sud\u202F', 'Nice', '\u00A0'];
    const ids = await db
      .insertInto('network_element')
      .values(names.map((name) => ({ customer_id: customer, kind: 'site', parent_id: null, name })))
      .returning('id')
      .execute();
    for (const round of [1, 2]) {
      for (const statement of evenNames) await sql.raw(statement).execute(db);
      const rows = await db
        .selectFrom('network_element')
        .select('name')
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .orderBy('id')
        .execute();
      expect([round, ...rows.map(({ name }) => name)]).toEqual([
        round,
        'Lyon Nord',
        'Lyon\u00A0Nord',
        '\u00C9vry',
        'Paris Sud',
        'Nice',
        '\u00A0',
      ]);
    }
    const { name } = await db
      .selectFrom('customer')
      .select('name')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow();
    expect(name).toBe('Bor\u00E9val SA');
  });
});
