import { z } from 'zod';
import { DocumentFile } from '../dashboard/document-file.ts';
import { ReportDocument } from './document.ts';
import { AnyVersionReport } from './migrations.ts';

/** A report or report template as a file. Owner, visibility, sharing, versions and images are not part of it. */
export const ReportFile = DocumentFile.extend({
  kind: z.literal('report'),
  document: ReportDocument,
});
export type ReportFile = z.infer<typeof ReportFile>;

/** A file that may hold a report of an older version. */
export const WrittenReportFile = ReportFile.extend({ document: AnyVersionReport });
