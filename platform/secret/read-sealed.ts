import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../postgres/postgres.ts';
import type { SecretBox } from './secret-box.ts';
import { sealedPlaces, type SealedPlace } from './sealed-places.ts';

/** Rows between two turns of the event loop. */
const STEP = 200;

async function readPlace(db: Db, { table, key, column, only }: SealedPlace): Promise<readonly unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL AND ${only === undefined ? sql`true` : sql`${sql.ref(key)} = ${only}`}`.execute(
    db,
  );
  return rows.map(({ value }) => value);
}

/** Every secret that is stored, opened: what must not leave the product. */
export async function readSealed(db: Db, box: Pick<SecretBox, 'open'>): Promise<ReadonlySet<string>> {
  const secrets = new Set<string>();
  const note = (sealed: string, purpose: string): string => {
    try {
      secrets.add(box.open(sealed, purpose));
    } catch {
      // Sealed with a key that is lost: it cannot be shown.
    }
    return sealed;
  };
  for (const place of sealedPlaces) {
    const values = await readPlace(db, place);
    for (const [at, value] of values.entries()) {
      if (at % STEP === 0) await setImmediate();
      place.change(value, note);
    }
  }
  return secrets;
}
