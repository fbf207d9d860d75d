/** Columns of an export of the audit log after its number and time, by their names in the REST API. */
export const auditExportColumns = [
  'kind',
  'action',
  'code',
  'actor',
  'via',
  'address',
  'subject',
  'subjectId',
  'subjectName',
  'customer',
  'detail',
  'requestId',
  'hash',
] as const;
