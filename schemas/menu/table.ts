import { administrationAreaEntries } from './administration-area-entries.ts';
import { customerAreaEntries } from './customer-area-entries.ts';

/** Menu entries of section 2 of both specification documents, in order. */
export const menuEntries = [...customerAreaEntries, ...administrationAreaEntries] as const;

export type MenuRoute = (typeof menuEntries)[number]['route'];
