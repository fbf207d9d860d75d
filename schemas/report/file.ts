import { z } from 'zod';
import { DocumentFile } from '../dashboard/document-file.ts';
import { ReportDocument } from './document.ts';

/** A report or report template as a file. Owner, visibility, sharing, versions and images are not part of it. */
export const ReportFile = DocumentFile.extend({
  kind: z.literal('report'),
  document: ReportDocument,
});
export type ReportFile = z.infer<typeof ReportFile>;
