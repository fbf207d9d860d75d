import { compareNames } from '../order/name-order.ts';
import { dashboardLimits } from '../limit/dashboard.ts';
import { Line } from '../text/line.ts';

const levelsOf = (folder: string): readonly string[] =>
  folder
    .split('/')
    .map((level) => level.trim())
    .filter(Boolean);

/** The one way to write a folder: without blanks and empty levels around slashes. */
export const folderPath = (folder: string): string => levelsOf(folder).join('/');

/** A folder of the library, `NOC/WAN`; empty: none. A folder is where documents name it. */
export const FolderPath = Line.max(dashboardLimits.folderMax, 'TOO_LONG').overwrite(folderPath);

interface Filed {
  readonly folder: string;
}

/** Every folder of a library with those that contain it, in order: `NOC`, `NOC/WAN`. */
export function foldersOf(documents: readonly Filed[]): readonly string[] {
  const paths = documents.flatMap(({ folder }) =>
    levelsOf(folder).map((_, index, levels) => levels.slice(0, index + 1).join('/')),
  );
  return [...new Set(paths)].toSorted(compareNames);
}

/** Whether a folder is another one or below it. */
export function isInFolder(folder: string, of: string): boolean {
  const path = folderPath(folder);
  return path === of || path.startsWith(`${of}/`);
}

/** Where a folder goes with one that it is in: `NOC/WAN` with `NOC`, which becomes `Core`, to `Core/WAN`. */
export const movedFolder = (
  folder: string,
  { from, to }: { readonly from: string; readonly to: string },
): string => folderPath(`${to}/${folderPath(folder).slice(from.length)}`);

/** The folder that contains another one; empty: none. */
export const parentFolder = (folder: string): string => levelsOf(folder).slice(0, -1).join('/');

/** The last level of a folder. */
export const folderName = (folder: string): string => levelsOf(folder).at(-1) ?? '';
