import { z } from 'zod';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';

const KEY_BYTES = 32;
const Stored = z.strictObject({ key: z.string() });

export interface SigningKeyNeeds {
  readonly db: Db;
  readonly ids: IdSource;
  readonly secrets: SecretBox;
}

/** Setting and seal purpose of a key (`platform/secret/sealed-places.ts`). */
interface KeyPlace {
  readonly setting: string;
  readonly purpose: string;
}

/** A key of this installation: generated once, shared by every server process, and stored sealed. */
export async function signingKey(
  { db, ids, secrets }: SigningKeyNeeds,
  { setting, purpose }: KeyPlace,
): Promise<Buffer> {
  const made = ids.bytes(KEY_BYTES).toString('base64url');
  const fresh = JSON.stringify({ key: secrets.seal(made, purpose) });
  await db
    .insertInto('setting')
    .values({ name: setting, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirstOrThrow();
  return Buffer.from(secrets.open(Stored.parse(value).key, purpose), 'base64url');
}
