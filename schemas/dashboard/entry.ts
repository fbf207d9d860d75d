import { z } from 'zod';
import { PlacedVisibility, placedFields } from '../resource/resource.ts';
import { StoredDocument } from './document.ts';
import { documentText } from './document-text.ts';
import { FolderPath } from './folder.ts';
import { AnyVersionDocument } from './migrations.ts';

/** What is written of a dashboard or home page besides its document. */
export const documentHead = {
  name: documentText().unwrap().min(1, 'REQUIRED'),
  description: documentText(500),
  folder: FolderPath.default(''),
};

/** A dashboard or home page as a user writes it. */
export const DocumentDraft = z.strictObject({
  ...documentHead,
  /** In the space of a customer; absent: `firstVisibility`. */
  visibility: PlacedVisibility.optional(),
  document: AnyVersionDocument,
});
export type DocumentDraft = z.infer<typeof DocumentDraft>;

/** What a version keeps. Sharing, owner, visibility and status are not part of it. */
export const DocumentContent = z.strictObject({ ...documentHead, document: StoredDocument });
export type DocumentContent = z.infer<typeof DocumentContent>;

/** An entry of the library. */
export const DocumentSummary = z.strictObject({
  id: z.number(),
  ...placedFields,
  folder: z.string(),
  /** The description in French, where its document has a translation of it. */
  descriptionFr: z.string().optional(),
  /** Number of dashlets. */
  dashlets: z.number(),
  favourite: z.boolean(),
  /** When the caller last opened it, milliseconds since 1970; null: not recently. */
  openedAt: z.number().nullable(),
  /** It comes from a file of `--documents`. Absent: no. */
  provisioned: z.boolean().optional(),
  /** A user has changed it since: the next change of the file replaces it. */
  drifted: z.boolean().optional(),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

export const DocumentEntry = DocumentSummary.extend({ document: StoredDocument });
export type DocumentEntry = z.infer<typeof DocumentEntry>;
