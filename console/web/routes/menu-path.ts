import type { MenuRoute } from '#schemas/menu/table.ts';

/** A page of the menu table; a path that is not in the table does not compile. */
export const menuPath = <const P extends MenuRoute>(path: P): P => path;
