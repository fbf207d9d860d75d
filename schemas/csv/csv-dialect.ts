import { z } from 'zod';
import type { Language } from '../time/locale.ts';

/** Dialects of CSV files: `international` as RFC 4180, `european` as Excel reads and writes it in French. */
export const csvDialects = ['international', 'european'] as const;
export const CsvDialect = z.enum(csvDialects);
export type CsvDialect = z.infer<typeof CsvDialect>;

interface DialectMarks {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

export const dialectMarks: Readonly<Record<CsvDialect, DialectMarks>> = {
  international: { separator: ',', decimal: '.' },
  european: { separator: ';', decimal: ',' },
};

const ofLanguage: Readonly<Record<Language, CsvDialect>> = { en: 'international', fr: 'european' };

/** The dialect that spreadsheets of a language open without an import dialog. */
export const csvDialectOf = (language: Language): CsvDialect => ofLanguage[language];
