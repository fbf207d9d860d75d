/** The key of a name that people write: names are unique regardless of case (`schemas/table/relation.ts`, `uniqueIgnoringCase`). */
export const nameKey = (name: string): string => name.toLowerCase();
