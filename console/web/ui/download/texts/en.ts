export const en = {
  csv: 'Download CSV',
  format: 'CSV files',
  international: 'Comma, decimal point',
  european: 'Semicolon, decimal comma',
  cut: 'The Excel file has the first {{rows}} rows of {{all}}. The CSV file has all of them.',
  long: 'The file has {{rows}} rows: Excel opens the first {{opened}}.',
  failed: 'The browser could not make the file.',
  title: 'Title',
  timeZone: 'Time zone',
  madeAt: 'Exported',
  rows: 'Rows',
  rowsCut: '{{rows}} of {{all}}: the limit of an Excel file',
} as const;
