import { migrated, ofAnyVersion, type DocumentMigrations } from '../dashboard/migrations.ts';
import { parseInput, type ParsedInput } from '../problem/input-faults.ts';
import { ReportDocument, StoredReport } from './document.ts';

const reportMigrations: DocumentMigrations = [
  // Types and settings of dashlets that version 3 of dashboards added.
  (document) => document,
];

/** Returns the report in the present version; what is not one is returned as it is. */
export const migratedReport = (value: unknown): unknown => migrated(value, reportMigrations);

/** A report as clients write it, also those that were written for an earlier version. */
export const AnyVersionReport = ofAnyVersion(ReportDocument, reportMigrations);
const AnyStoredReport = ofAnyVersion(StoredReport, reportMigrations);

/** Parses a stored report of this or an older version. Every fault has the path of its place. */
export const readReportDocument = (value: unknown): ParsedInput<typeof StoredReport> =>
  parseInput(AnyStoredReport, value);
