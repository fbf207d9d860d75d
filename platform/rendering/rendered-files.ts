import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { FILE_PART_BYTES } from '#schemas/rendering/rendering.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { ReportFileKind } from '#schemas/table/scheduling/rendering.ts';

/** A rendered file. */
export interface RenderedFile {
  /** With its extension. */
  readonly name: string;
  readonly content: Buffer;
}

export interface FileKey {
  /** Of the queue. */
  readonly run: number;
  readonly kind: ReportFileKind;
}

/** Stores a file in parts. */
export async function addParts(
  tx: Transaction<Database>,
  { run, kind }: FileKey,
  content: Buffer,
): Promise<void> {
  for (let from = 0, part = 0; from < content.length; from += FILE_PART_BYTES, part += 1)
    await tx
      .insertInto('report_file')
      .values({ run_id: run, kind, part, content: content.subarray(from, from + FILE_PART_BYTES) })
      .execute();
}

/** The parts of a file, one after the other; none when it has expired. */
export async function* filePartsOf(db: Db, { run, kind }: FileKey): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('report_file')
      .select('content')
      .where('run_id', '=', run)
      .where('kind', '=', kind)
      .where('part', '=', part)
      .executeTakeFirst();
    if (row === undefined) return;
    yield Buffer.from(row.content);
  }
}

/** A whole file; undefined when it has expired. */
export async function readRenderedFile(db: Db, key: FileKey): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for await (const part of filePartsOf(db, key)) parts.push(part);
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}
