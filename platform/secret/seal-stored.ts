import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { ChangeSecret } from '#schemas/secret/change-secret.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Db } from '../postgres/postgres.ts';
import type { SecretBox } from './secret-box.ts';
import { sealedPlaces, type SealedPlace } from './sealed-places.ts';

type Tx = Transaction<Database>;

/** Arbitrary key of the advisory lock that every process takes before it seals secrets of a Telltale database. */
const LOCK = 7_355_609;
/** Marks that every place is sealed; holds a text sealed with the key. */
const MARK = 'secrets';
const PURPOSE = 'the key itself';
const Mark = z.object({ check: z.string() });

/** SECRETS_KEY is not the key of the secrets in this database. */
export class SecretsKeyError extends Error {
  override readonly name = 'SecretsKeyError';
}

const OTHER_KEY =
  'SECRETS_KEY (or TELLTALE_DATA/secrets.key) is not the key of the secrets in this database: every process needs the same one';

/** Rows per statement. */
const CHUNK = 2_000;

async function rowsOf(tx: Tx, { table, key, column, only }: SealedPlace) {
  const { rows } = await sql<{ key: string; value: unknown }>`
    SELECT ${sql.ref(key)}::text AS key, ${sql.ref(column)} AS value FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL AND ${only === undefined ? sql`true` : sql`${sql.ref(key)} = ${only}`}
    FOR UPDATE
  `.execute(tx);
  return rows;
}

/** Rewrites every secret of a place; returns the number of changed rows. */
async function rewrite(tx: Tx, place: SealedPlace, change: ChangeSecret): Promise<number> {
  const { table, key, column, type } = place;
  const textOf = (value: unknown): string => (type === 'jsonb' ? JSON.stringify(value) : String(value));
  const changed = (await rowsOf(tx, place)).flatMap((row) => {
    const value = place.change(row.value, change);
    return textOf(value) === textOf(row.value) ? [] : [{ key: row.key, value: textOf(value) }];
  });
  for (let at = 0; at < changed.length; at += CHUNK) {
    const some = changed.slice(at, at + CHUNK);
    await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = changed.value::${sql.raw(type)}
      FROM unnest(${some.map((row) => row.key)}::text[], ${some.map((row) => row.value)}::text[]) AS changed (key, value)
      WHERE ${sql.ref(`${table}.${key}`)}::text = changed.key
    `.execute(tx);
  }
  return changed.length;
}

async function readMark(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', MARK).executeTakeFirst();
  return row && Mark.parse(row.value).check;
}

async function writeMark(tx: Tx, box: SecretBox): Promise<void> {
  const value = JSON.stringify({ check: box.seal(MARK, PURPOSE) });
  await tx
    .insertInto('setting')
    .values({ name: MARK, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

function checkKey(check: string, box: SecretBox): void {
  try {
    box.open(check, PURPOSE);
  } catch (error) {
    throw new SecretsKeyError(OTHER_KEY, { cause: error });
  }
}

/** Changes nothing: checks that secrets sealed before the marker existed have this key too. */
const opens =
  (box: SecretBox): ChangeSecret =>
  (secret, purpose) => {
    try {
      box.open(secret, purpose);
    } catch (error) {
      throw new SecretsKeyError(OTHER_KEY, { cause: error });
    }
    return secret;
  };

const locked = <Value>(db: Db, run: (tx: Tx) => Promise<Value>): Promise<Value> =>
  db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    return run(tx);
  });

/**
 * Seals, once and in one transaction, what an older version stored in plain text: a crash at any point leaves everything
 * unchanged. The form of a text is never a criterion: before the marker all of it is plain, afterwards all of it is sealed.
 * Throws a SecretsKeyError when it was sealed with an unknown key.
 */
export async function sealStored(db: Db, box: SecretBox): Promise<{ readonly isOfKeyBefore: boolean }> {
  return locked(db, async (tx) => {
    const check = await readMark(tx);
    if (check !== undefined) {
      checkKey(check, box);
      return { isOfKeyBefore: !box.isCurrent(check, PURPOSE) };
    }
    for (const place of sealedPlaces) await rewrite(tx, place, place.alwaysSealed ? opens(box) : box.seal);
    await writeMark(tx, box);
    return { isOfKeyBefore: false };
  });
}

/**
 * Reseals with the current key, in one transaction, what previous keys sealed; returns the number of changed rows. Throws,
 * without a change, when a secret cannot be opened.
 */
export async function resealStored(db: Db, box: SecretBox): Promise<number> {
  await sealStored(db, box);
  return locked(db, async (tx) => {
    let rows = 0;
    for (const place of sealedPlaces)
      rows += await rewrite(tx, place, (secret, purpose) =>
        box.isCurrent(secret, purpose) ? secret : box.seal(box.open(secret, purpose), purpose),
      );
    await writeMark(tx, box);
    return rows;
  });
}
