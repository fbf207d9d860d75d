import { dateAtMs } from '#platform/clock/time.ts';
import type { AuditEvent } from '#schemas/audit/event.ts';
import { csvLines } from '#schemas/csv/table-file.ts';
import type { FileColumn } from '#schemas/csv/table-file.ts';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';

const before = ['seq'] as const;
const after = [
  ...(['kind', 'action', 'code', 'actor', 'via', 'address', 'subject', 'subjectId', 'subjectName'] as const),
  ...(['customer', 'detail', 'requestId', 'hash'] as const),
] as const;

interface AuditForm {
  readonly dialect: CsvDialect;
  /** Of the times; without one they are ISO 8601 in UTC, with milliseconds. */
  readonly timeZone: string | undefined;
}

const value = (name: string): FileColumn => ({ is: 'value', name });

/** Audit events as CSV, a piece per page. Names of columns are those of the REST API: scripts read the file. */
export async function* auditCsv(
  pages: AsyncIterable<readonly AuditEvent[]>,
  { dialect, timeZone }: AuditForm,
): AsyncGenerator<string, void, undefined> {
  const time: FileColumn = timeZone === undefined ? value('at') : { is: 'time', name: 'at', timeZone };
  const columns = [...before.map(value), time, ...after.map(value)];
  const { heading, lineOf } = csvLines(columns, { dialect, language: 'en' });
  yield heading;
  for await (const events of pages)
    yield events
      .map((event) => {
        const cells = { ...event, detail: JSON.stringify(event.detail) };
        const at = timeZone === undefined ? dateAtMs(event.at).toISOString() : event.at;
        return lineOf([event.seq, at, ...after.map((name) => cells[name])]);
      })
      .join('');
}
