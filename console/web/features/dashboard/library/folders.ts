import { compareNames } from '#schemas/order/name-order.ts';

interface Filed {
  readonly folder: string;
}

/** Every folder of a library with those that contain it, in order: `NOC`, `NOC/WAN`. */
export function foldersOf(documents: readonly Filed[]): readonly string[] {
  const paths = documents.flatMap(({ folder }) => {
    const levels = folder.split('/').filter(Boolean);
    return levels.map((_, index) => levels.slice(0, index + 1).join('/'));
  });
  return [...new Set(paths)].toSorted(compareNames);
}

/** Whether a folder is another one or below it. */
export const isInFolder = (folder: string, of: string): boolean =>
  folder === of || folder.startsWith(`${of}/`);
