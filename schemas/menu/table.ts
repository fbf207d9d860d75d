import { administrationAreaEntries } from './administration-area-entries.ts';
import { customerAreaEntries } from './customer-area-entries.ts';

/** Every menu entry of section 2 of both specification documents, in their order. */
export const menuEntries = [...customerAreaEntries, ...administrationAreaEntries] as const;

export type MenuId = (typeof menuEntries)[number]['id'];
export type MenuRoute = (typeof menuEntries)[number]['route'];
