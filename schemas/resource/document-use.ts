import { z } from 'zod';
import type { ResourceKind } from './kind.ts';
import { Named } from './resource.ts';

/** Kinds of documents that name what they show. */
const usingKinds = ['dashboard', 'home', 'report'] as const satisfies readonly ResourceKind[];

/** A document that names something, such as a KPI. */
export const DocumentUse = z.strictObject({
  kind: z.enum(usingKinds),
  id: z.int(),
  name: z.string(),
  /** The name in French, where its document has a translation of it. */
  nameFr: z.string().optional(),
  /** Null: in the multi-client space. */
  customer: Named.nullable(),
});
export type DocumentUse = z.infer<typeof DocumentUse>;

/** The documents that name something, as far as the caller may open them. */
export const DocumentUses = z.strictObject({
  documents: z.array(DocumentUse),
  /** Documents that the caller may not open. */
  others: z.int().min(0),
});
export type DocumentUses = z.infer<typeof DocumentUses>;
