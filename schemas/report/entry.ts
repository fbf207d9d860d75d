import { z } from 'zod';
import { documentHead, DocumentSummary } from '../dashboard/entry.ts';
import { PlacedVisibility } from '../resource/resource.ts';
import { StoredReport } from './document.ts';
import { AnyVersionReport } from './migrations.ts';

/** A report as a user writes it. */
export const ReportDraft = z.strictObject({
  ...documentHead,
  /** In the space of a customer; absent: `firstVisibility`. */
  visibility: PlacedVisibility.optional(),
  document: AnyVersionReport,
});
export type ReportDraft = z.infer<typeof ReportDraft>;

/** What a version keeps. Sharing, owner, visibility and status are not part of it. */
export const ReportContent = z.strictObject({ ...documentHead, document: StoredReport });
export type ReportContent = z.infer<typeof ReportContent>;

/** An entry of the library. */
export const ReportSummary = DocumentSummary.extend({
  /** Number of pages as they are designed. */
  pages: z.number(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

export const ReportEntry = ReportSummary.extend({ document: StoredReport });
export type ReportEntry = z.infer<typeof ReportEntry>;
