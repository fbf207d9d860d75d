import { problemText } from '#schemas/problem/problem.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import type { ImportFailure, ImportRun } from '#schemas/provisioning/import-run.ts';
import type { ImportRunRow } from './run/import-store.ts';

/** A run with what its row does not say. */
export interface ListedImportRow extends Omit<ImportRunRow, 'changes' | 'faults'> {
  readonly has_source: boolean;
  readonly has_result: boolean;
  readonly is_last: boolean;
}

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

export const shownFailure = (failure: ImportFailure | null, language: TextLanguage) =>
  failure === null ? null : { ...failure, message: problemText(failure.code, language, failure.params) };

export const shownImport = (row: ListedImportRow, language: TextLanguage): ImportRun => ({
  id: row.id,
  name: row.name,
  bytes: row.byte_count,
  task: row.task,
  state: row.state,
  progress: row.progress,
  mode: row.mode,
  removeMissing: row.remove_missing,
  mapping: row.mapping ?? {},
  source: row.source,
  lines: row.lines,
  linesImported: row.lines_imported,
  linesInError: row.lines_in_error,
  counts: row.counts,
  clients: row.clients,
  contents: row.contents,
  failure: shownFailure(row.failure, language),
  schedule: row.schedule_id,
  repeatOf: row.repeat_of,
  hasSource: row.has_source,
  hasResult: row.has_result,
  isLast: row.is_last,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  startedAt: isoOrNull(row.started_at),
  endedAt: isoOrNull(row.ended_at),
});
