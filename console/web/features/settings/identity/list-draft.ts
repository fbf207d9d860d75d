import type { IdentityMapping } from '#schemas/settings/identity/mapping.ts';

/** A new mapping from a source. */
export const emptyMapping = <Source extends string>(source: Source) =>
  ({
    type: 'ROLE',
    source,
    path: '',
    expected: null,
    target: null,
    by: 'name',
    separator: null,
  }) satisfies IdentityMapping as Omit<IdentityMapping, 'source'> & { readonly source: Source };

/** Null for an empty entry. */
export const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);

/** Returns the list with the entry at `at` replaced or, for an object, merged. */
export const replaceAt = <Item>(list: readonly Item[], at: number, part: Partial<Item> | Item): Item[] =>
  list.map((item, index) => {
    if (index !== at) return item;
    return typeof item === 'object' ? { ...item, ...(part as Partial<Item>) } : (part as Item);
  });

/** Returns the list without the entry at `at`. */
export const removeAt = <Item>(list: readonly Item[], at: number): Item[] =>
  list.filter((_, index) => index !== at);
