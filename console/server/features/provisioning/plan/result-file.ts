import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { BYTE_ORDER_MARK, csvLine } from '#schemas/csv/csv-text.ts';
import { originalCell } from '#schemas/csv/harmless-cell.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { ImportFault } from '#schemas/provisioning/import-run.ts';
import type { Sheet } from '../file/sheet.ts';
import type { ImportPlan } from './plan-import.ts';

/** Lines per part of the text, so that parts can be compressed one after the other. */
const LINES = 5_000;

const heads = {
  en: {
    line: 'Line',
    result: 'Result',
    error: 'Error',
    valid: 'valid',
    imported: 'imported',
    rejected: 'in error',
  },
  fr: {
    line: 'Ligne',
    result: 'Résultat',
    error: 'Erreur',
    valid: 'valide',
    imported: 'importée',
    rejected: 'en erreur',
  },
} as const;

const faultText = (
  { column, code, params }: ImportFault,
  language: TextLanguage,
  heading: readonly string[],
): string => {
  const name = column === 0 ? undefined : heading[column - 1];
  return `${name === undefined ? '' : `${name}: `}${problemText(code, language, params)}`;
};

/**
 * Yields the result of an import as CSV in the dialect of the language: every line of the file with what became of it and all its faults.
 * Cells are as in the file, those that a spreadsheet would run as a formula escaped: the result can be corrected and imported again.
 */
export function* resultFile(
  { heading, rows }: Sheet,
  { faults, rejected }: Pick<ImportPlan, 'faults' | 'rejected'>,
  { language, isApplied }: { readonly language: TextLanguage; readonly isApplied: boolean },
): Generator<string> {
  const head = heads[language];
  const byLine = Map.groupBy(faults, ({ line }) => line);
  const width = heading.cells.length;
  const dialect = csvDialectOf(language);
  yield BYTE_ORDER_MARK + csvLine([head.line, head.result, head.error, ...heading.cells], dialect);
  for (let from = 0; from < rows.length; from += LINES) {
    const some = rows.slice(from, from + LINES).map(({ line, cells }, at) => {
      const texts = (byLine.get(line) ?? []).map((fault) => faultText(fault, language, heading.cells));
      const result = rejected.has(from + at) ? head.rejected : isApplied ? head.imported : head.valid;
      const padded = Array.from({ length: Math.max(width, cells.length) }, (_, column) =>
        originalCell(cells[column] ?? ''),
      );
      return csvLine([line, result, texts.join(' '), ...padded], dialect);
    });
    yield some.join('');
  }
}
