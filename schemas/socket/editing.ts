import { z } from 'zod';
import type { ProblemCode } from '../problem/catalogue.ts';

/** Limits of notifying editors of each other. */
export const editingLimits = {
  /** How often a server announces its editors; also the delay after which a new server knows all of them. */
  renewMs: 5_000,
  /** An editor that is not announced for this long has left: its server was killed, or is cut off. */
  lostMs: 15_000,
  /** Editors that are named; of the others there is a count. */
  named: 20,
  /** Editors of one message between servers. */
  batch: 500,
  /** How far back a page that connects again may have started. */
  maxAgeMs: 24 * 3_600_000,
} as const;

/** A document that a page has open for editing. */
export const EditedDocument = z.strictObject({
  kind: z.enum(['home', 'dashboard', 'report']),
  resource: z.int().positive(),
  /** When the page started, milliseconds since 1970: it connects again with the same time. */
  since: z.number().optional(),
});
export type EditedDocument = z.infer<typeof EditedDocument>;

/** A page that edits a document, as its other editors see it. */
export const NamedEditor = z.strictObject({
  id: z.uuid(),
  account: z.int().positive(),
  name: z.string(),
  since: z.number(),
});
export type NamedEditor = z.infer<typeof NamedEditor>;

const PlacedEditor = z.strictObject({ ...NamedEditor.shape, resource: z.int().positive() });
export type PlacedEditor = z.infer<typeof PlacedEditor>;

/** What a server announces to the others: editors that it has, and those that it has no more. */
export const EditorsNotice = z.strictObject({
  server: z.string(),
  editors: z.array(PlacedEditor).max(editingLimits.batch),
  closed: z.array(z.strictObject({ id: z.uuid(), resource: z.int().positive() })),
});
export type EditorsNotice = z.infer<typeof EditorsNotice>;

/** Who edits a document: those who started first, and how many there are. */
export interface DocumentEditors {
  readonly resource: number;
  readonly editors: readonly NamedEditor[];
  readonly count: number;
}

export type EditReply =
  /** `id`: of the page itself, which is one of the editors. */
  | ({ readonly ok: true; readonly id: string; readonly since: number } & DocumentEditors)
  | { readonly ok: false; readonly code: ProblemCode };
