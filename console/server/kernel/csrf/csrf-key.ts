import { z } from 'zod';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';

const NAME = 'csrf-key';
const KEY_BYTES = 32;
const Stored = z.strictObject({ key: z.string() });

/** The key of this installation's CSRF tokens: made once, the same in every server process. */
export async function csrfKey(db: Db, ids: IdSource): Promise<Buffer> {
  const fresh = JSON.stringify({ key: ids.bytes(KEY_BYTES).toString('base64url') });
  await db
    .insertInto('setting')
    .values({ name: NAME, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return Buffer.from(Stored.parse(value).key, 'base64url');
}
