import { ownedKey, readOwned, removeStored, writeOwned } from '#web/lib/stored.ts';

/** A draft in the browser, and the version that it started from. */
export interface StoredDraft<Content> {
  readonly base: Content;
  readonly version: number;
  readonly draft: Content;
}

const keyOf = (resource: number): string => `draft.document.${String(resource)}`;

/** The draft that this browser has of a document, if any; `parse` throws for one that cannot be read. */
export function readDraft<Content>(
  resource: number,
  parse: (stored: unknown) => StoredDraft<Content> | undefined,
): StoredDraft<Content> | undefined {
  const text = readOwned(keyOf(resource));
  if (text === undefined) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const forgetDraft = (resource: number): void => removeStored(ownedKey(keyOf(resource)));

export function writeDraft<Content>(resource: number, stored: StoredDraft<Content>): void {
  const text = JSON.stringify(stored);
  // One that the browser has no room for does not leave an older one.
  forgetDraft(resource);
  writeOwned(keyOf(resource), text);
}
