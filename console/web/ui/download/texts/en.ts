import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  csv: 'Download CSV',
  xlsx: 'Download Excel',
  format: 'CSV files',
  international: 'Comma, decimal point',
  european: 'Semicolon, decimal comma',
  cut: 'The Excel file has the first {{rows}} rows of {{all}}. The CSV file has all of them.',
  cutAtLimit: 'The Excel file has the first {{rows}} rows. The CSV file has all of them.',
  long: 'The file has {{rows}} rows: Excel opens the first {{opened}}.',
  writing: 'Writing {{title}}: {{percent}} %',
  finishing: 'Finishing {{title}}…',
  failed: 'The browser could not make the file.',
  title: 'Title',
  timeZone: 'Time zone',
  madeAt: 'Exported',
  rows: 'Rows',
  rowsAtLimit: 'the first {{rows}}: the limit of an Excel file',
  rowsCut: '{{rows}} of {{all}}: the limit of an Excel file',
} as const;

export const useDownloadTexts = defineTexts('download', en, fr);
