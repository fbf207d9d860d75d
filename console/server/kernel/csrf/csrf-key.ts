import { z } from 'zod';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { CSRF_KEY, CSRF_KEY_SETTING } from '#platform/secret/sealed-places.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';

const KEY_BYTES = 32;
const Stored = z.strictObject({ key: z.string() });

interface CsrfKeyNeeds {
  readonly db: Db;
  readonly ids: IdSource;
  readonly secrets: SecretBox;
}

/** The CSRF key of this installation: generated once, shared by every server process, and stored sealed. */
export async function csrfKey({ db, ids, secrets }: CsrfKeyNeeds): Promise<Buffer> {
  const made = ids.bytes(KEY_BYTES).toString('base64url');
  const fresh = JSON.stringify({ key: secrets.seal(made, CSRF_KEY) });
  await db
    .insertInto('setting')
    .values({ name: CSRF_KEY_SETTING, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', CSRF_KEY_SETTING)
    .executeTakeFirstOrThrow();
  return Buffer.from(secrets.open(Stored.parse(value).key, CSRF_KEY), 'base64url');
}
