import type { MenuRoute } from '#schemas/menu/table.ts';

/** A path of the menu table; any other path does not compile. */
export const menuPath = <const P extends MenuRoute>(path: P): P => path;
