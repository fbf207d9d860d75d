import type { Kysely, Transaction } from 'kysely';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { Starter } from '#schemas/dashboard/starter/starter.ts';
import { ReportDocument } from '#schemas/report/document.ts';
import type { ReportStarter } from '#schemas/report/starter/report-starter.ts';
import { reportStarters } from '#schemas/report/starter/report-starters.ts';
import { starters } from '#schemas/dashboard/starter/starters.ts';
import { insertProductDocument } from '#server/features/dashboard/product-document.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { z } from 'zod';

const SETTING = 'documents.started';

/** Keys of the documents that were created once, whatever has become of them since. */
async function createdKeys(tx: Transaction<Database>): Promise<ReadonlySet<string>> {
  await tx
    .insertInto('setting')
    .values({ name: SETTING, value: JSON.stringify([]) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SETTING)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return new Set(z.array(z.string()).parse(value));
}

/** Creates a template of the product that every customer sees, unless its name is taken. */
async function create(tx: Transaction<Database>, starter: Starter | ReportStarter): Promise<void> {
  const { kind, name, description, folder } = starter;
  const document =
    starter.kind === 'report'
      ? ReportDocument.parse(starter.document)
      : DashboardDocument.parse(starter.document);
  const content = { name, description, folder, document };
  await insertProductDocument(tx, { kind, customer: null, content });
}

/** Creates the documents that an installation starts with, each once: users change and delete them. Returns how many were created. */
export async function ensureStarterDocuments(db: Kysely<Database>): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const created = await createdKeys(tx);
    const missing = [...starters, ...reportStarters].filter(({ key }) => !created.has(key));
    for (const starter of missing) await create(tx, starter);
    if (missing.length > 0)
      await tx
        .updateTable('setting')
        .set({ value: JSON.stringify([...created, ...missing.map(({ key }) => key)]) })
        .where('name', '=', SETTING)
        .execute();
    return missing.length;
  });
}
