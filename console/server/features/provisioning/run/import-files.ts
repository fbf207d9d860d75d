import type { Kysely } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { ImportFileKind } from '#schemas/table/provisioning.ts';

const PART_BYTES = 1_024 * 1_024;

interface FileKey {
  readonly run: number;
  readonly kind: ImportFileKind;
}

/** Stores a compressed file of a run in parts, instead of the one before. */
export async function storeFile(
  db: Kysely<Database>,
  { run, kind }: FileKey,
  content: Uint8Array,
): Promise<void> {
  await db.deleteFrom('import_file').where('run_id', '=', run).where('kind', '=', kind).execute();
  for (let part = 0; part * PART_BYTES < content.length; part += 1) {
    const bytes = Buffer.from(content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    await db.insertInto('import_file').values({ run_id: run, kind, part, content: bytes }).execute();
  }
}

/** The compressed file of a run, undefined when it is not retained. */
export async function readStoredFile(db: Db, { run, kind }: FileKey): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (;;) {
    const row = await db
      .selectFrom('import_file')
      .select('content')
      .where('run_id', '=', run)
      .where('kind', '=', kind)
      .where('part', '=', parts.length)
      .executeTakeFirst();
    if (row === undefined) return parts.length === 0 ? undefined : Buffer.concat(parts);
    parts.push(row.content);
  }
}
