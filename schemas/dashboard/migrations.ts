import { z } from 'zod';
import { parseInput, type ParsedInput } from '../problem/input-faults.ts';
import { DashboardDocument, StoredDocument } from './document.ts';

type Raw = Readonly<Record<string, unknown>>;
/** Migrates documents of one version to the next. */
type DocumentMigration = (document: Raw) => Raw;
/** The first migrates version 1, and so on. The version that is written is one above them. */
export type DocumentMigrations = readonly DocumentMigration[];

const documentMigrations: DocumentMigrations = [
  // Running alarms and periods of dashlets, which earlier versions cannot show.
  (document) => document,
  // Figures, states, hours, service levels, incidents, texts, sites and maps with sizes, and repeated dashlets.
  (document) => document,
];

const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the document in the present version; what is not one is returned as it is. */
export function migrated(value: unknown, migrations: DocumentMigrations = documentMigrations): unknown {
  if (!isRaw(value)) return value;
  const version = value['version'];
  const present = migrations.length + 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > present)
    return value;
  return migrations
    .slice(version - 1)
    .reduce<Raw>((raw, migrate, index) => ({ ...migrate(raw), version: version + index + 1 }), value);
}

/**
 * Documents of this or an older version. Of a newer one nothing but its version is rejected: what this version does not know is no fault of
 * its author.
 */
export const ofAnyVersion = <Document extends z.ZodType>(
  document: Document,
  migrations: DocumentMigrations,
): Document =>
  z.preprocess((value, context) => {
    const max = migrations.length + 1;
    const version = isRaw(value) ? value['version'] : undefined;
    if (typeof version !== 'number' || version <= max) return migrated(value, migrations);
    context.addIssue({ code: 'custom', path: ['version'], message: 'DOCUMENT_NEWER', params: { max } });
    return z.NEVER;
  }, document) as unknown as Document;

/** A document as clients write it, also those that were written for an earlier version. */
export const AnyVersionDocument = ofAnyVersion(DashboardDocument, documentMigrations);
const AnyStoredDocument = ofAnyVersion(StoredDocument, documentMigrations);

/** Parses a stored document of this or an older version. Every fault has the path of its place. */
export const readDashboardDocument = (value: unknown): ParsedInput<typeof StoredDocument> =>
  parseInput(AnyStoredDocument, value);
