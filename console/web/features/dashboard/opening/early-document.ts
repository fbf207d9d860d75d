import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';

/** Identifies a document of a customer. */
export interface DocumentOfCustomer {
  readonly kind: ShownKind;
  readonly customerId: number;
  readonly id: number;
}

let early: (DocumentOfCustomer & { readonly reading: Promise<DocumentEntry> }) | undefined;

/** Keeps a document that is read before its page is drawn. */
export function keepEarlyDocument(of: DocumentOfCustomer, reading: Promise<DocumentEntry>): void {
  // Its taker sees its failure.
  reading.catch(() => undefined);
  early = { ...of, reading };
}

/** The document that was read early, if it is this one; once, since it grows old. */
export function takeEarlyDocument(of: {
  readonly [Key in keyof DocumentOfCustomer]: DocumentOfCustomer[Key] | undefined;
}): Promise<DocumentEntry> | undefined {
  const taken = early;
  early = undefined;
  if (taken === undefined) return undefined;
  const isThis = taken.kind === of.kind && taken.customerId === of.customerId && taken.id === of.id;
  return isThis ? taken.reading : undefined;
}
