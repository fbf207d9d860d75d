import { parseInput, type ParsedInput } from '../problem/input-faults.ts';
import { DOCUMENT_VERSION, StoredDocument } from './document.ts';

type Raw = Readonly<Record<string, unknown>>;
/** Migrates documents of one version to the next. */
export type DocumentMigration = (document: Raw) => Raw;

/** The first migrates version 1, and so on. */
const documentMigrations: readonly DocumentMigration[] = [
  // Running alarms and periods of dashlets, which earlier versions cannot show.
  (document) => document,
];

const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the document in the present version; what is not one is returned as it is. */
export function migrated(
  value: unknown,
  migrations: readonly DocumentMigration[] = documentMigrations,
): unknown {
  if (!isRaw(value)) return value;
  const version = value['version'];
  const present = migrations.length + 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > present)
    return value;
  return migrations
    .slice(version - 1)
    .reduce<Raw>((raw, migrate, index) => ({ ...migrate(raw), version: version + index + 1 }), value);
}

/** Parses a stored document of this or an older version. Every fault has the path of its place. */
export function readDashboardDocument(value: unknown): ParsedInput<typeof StoredDocument> {
  const version: unknown = isRaw(value) ? value['version'] : undefined;
  if (typeof version === 'number' && version > DOCUMENT_VERSION) {
    const params = { max: DOCUMENT_VERSION };
    return { ok: false, faults: [{ path: 'version', code: 'DOCUMENT_NEWER', params }] };
  }
  return parseInput(StoredDocument, migrated(value));
}
