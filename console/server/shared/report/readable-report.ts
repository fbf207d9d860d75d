import type { Db } from '#platform/postgres/postgres.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import { readReportDocument } from '#schemas/report/migrations.ts';
import { accessTo, canSeeShared } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { readStoredResources, type StoredResource } from '../resource/stored-resource.ts';
import { viewerOf } from '../resource/viewer.ts';

/** A report as a caller reads it in the space of a customer. */
export interface ReadableReport {
  readonly id: number;
  readonly name: string;
  /** Undefined: it cannot be read, for instance because a newer version wrote it. */
  readonly document: ReportDocument | undefined;
}

interface ReaderOfReports {
  readonly customer: number;
  readonly caller: Caller;
}

/** Whether the caller may read a report in the space of the customer: one of its own, or one that the provider shares with it. */
async function mayRead(
  db: Db | Tx,
  { customer, caller }: ReaderOfReports,
): Promise<(report: StoredResource) => boolean> {
  const viewer = await viewerOf(db, caller);
  const { profile_id: profile } = await db
    .selectFrom('customer')
    .select('profile_id')
    .where('id', '=', customer)
    .executeTakeFirstOrThrow();
  return (report) =>
    report.customer === null
      ? canSeeShared(report, { id: customer, profile }, viewer)
      : report.customer === customer && accessTo(report, viewer).read;
}

/** Names of those of some reports that a caller may read in the space of a customer, by their ids. */
export async function readReportNames(
  db: Db | Tx,
  ids: readonly number[],
  reader: ReaderOfReports,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const isReadable = await mayRead(db, reader);
  const stored = await readStoredResources(db, 'report', [...new Set(ids)]);
  return new Map(stored.filter(isReadable).map(({ id, name }) => [id, name]));
}

/** Those of some reports that a caller may read in the space of a customer, with their content, by their ids. */
export async function readReports(
  db: Db | Tx,
  ids: readonly number[],
  reader: ReaderOfReports,
): Promise<ReadonlyMap<number, ReadableReport>> {
  const names = await readReportNames(db, ids, reader);
  if (names.size === 0) return new Map();
  const rows = await db
    .selectFrom('dashboard_document')
    .select(['resource_id', 'document'])
    .where('resource_id', 'in', [...names.keys()])
    .execute();
  return new Map(
    rows.map(({ resource_id: id, document }) => {
      const read = readReportDocument(document);
      return [id, { id, name: names.get(id) ?? '', document: read.ok ? read.data : undefined }];
    }),
  );
}
