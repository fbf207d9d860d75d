import { stringify } from 'csv-stringify/sync';
import { harmlessCell } from '#schemas/csv/harmless-cell.ts';
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
 * Yields the result of an import as CSV: every line of the file with what became of it and all its faults. ImportedCells that a spreadsheet would
 * run as a formula are escaped.
 */
export function* resultFile(
  { heading, rows }: Sheet,
  { faults, rejected }: Pick<ImportPlan, 'faults' | 'rejected'>,
  { language, isApplied }: { readonly language: TextLanguage; readonly isApplied: boolean },
): Generator<string> {
  const head = heads[language];
  const byLine = Map.groupBy(faults, ({ line }) => line);
  const width = heading.cells.length;
  yield `\uFEFF${stringify([[head.line, head.result, head.error, ...heading.cells].map(harmlessCell)], { delimiter: ';' })}`;
  for (let from = 0; from < rows.length; from += LINES) {
    const some = rows.slice(from, from + LINES).map(({ line, cells }, at) => {
      const texts = (byLine.get(line) ?? []).map((fault) => faultText(fault, language, heading.cells));
      const result = rejected.has(from + at) ? head.rejected : isApplied ? head.imported : head.valid;
      const padded = Array.from(
        { length: Math.max(width, cells.length) },
        (_, column) => cells[column] ?? '',
      );
      return [String(line), result, texts.join(' '), ...padded].map(harmlessCell);
    });
    yield stringify(some, { delimiter: ';' });
  }
}
