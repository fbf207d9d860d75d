import { evenText } from '../text/line.ts';

/**
 * The key of a name that people write: names are unique regardless of case (`schemas/table/relation.ts`, `uniqueIgnoringCase`), and as they
 * look.
 */
export const nameKey = (name: string): string => evenText(name).toLowerCase();
