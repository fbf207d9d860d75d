import { z } from 'zod';
import { elementKinds } from '../element/kind.ts';
import { DashboardDocument } from './document.ts';
import { documentHead } from './entry.ts';
import { AnyVersionDocument } from './migrations.ts';

export const fileKinds = ['dashboard', 'home'] as const;

/** Names of an element and of those above it. */
const MAX_LEVELS = 8;
const MAX_NAME = 500;
const MAX_ELEMENTS = 10_000;

/** An element by names, which are the same in another installation. */
const FileElement = z.strictObject({
  /** Client id; absent: the customer in whose space the file is imported. */
  customer: z.string().min(1, 'REQUIRED').max(MAX_NAME).optional(),
  kind: z.enum(elementKinds),
  /** From the element up to its site; none: an element that has no name elsewhere. */
  path: z.array(z.string().max(MAX_NAME)).max(MAX_LEVELS),
});
export type FileElement = z.infer<typeof FileElement>;

/** A dashboard, home page or template as a file. Owner, visibility, sharing and versions are not part of it. */
export const DocumentFile = z.strictObject({
  format: z.literal('telltale-document', 'IMPORT_FORMAT_INVALID'),
  /** Of the file; that of the document has its own. A later version is rejected. */
  version: z.literal(1, 'IMPORT_FORMAT_INVALID'),
  kind: z.enum(fileKinds),
  ...documentHead,
  /** What the document names: its `ids` are positions in this list, from 0. */
  elements: z.array(FileElement).max(MAX_ELEMENTS).default([]),
  document: DashboardDocument,
});
export type DocumentFile = z.infer<typeof DocumentFile>;

/** A file that may hold a document of an older version. */
export const WrittenDocumentFile = DocumentFile.extend({ document: AnyVersionDocument });

/** An element of a file that is left out. */
export const UnknownElement = z.strictObject({
  /** `dashlets.3.settings.breakdown.ids`. */
  path: z.string(),
  /** `Gi0/1 · edge · Lyon`, or the kind of one without a name. */
  element: z.string(),
});
export type UnknownElement = z.infer<typeof UnknownElement>;
