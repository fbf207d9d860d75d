import type { Dashlet } from '#schemas/dashboard/dashlets.ts';

/**
 * What a path of a rejected document leads to, as the user knows it: the dashlet by its title, with the path in its settings. Other paths
 * stay as they are.
 */
export function rejectedPart(
  path: string,
  dashlets: readonly Dashlet[],
  titleOf: (dashlet: Dashlet) => string,
): string {
  const [, index, remaining = ''] = /^document\.dashlets\.(\d+)(?:\.(?:settings\.)?(.*))?$/.exec(path) ?? [];
  const dashlet = index === undefined ? undefined : dashlets[Number(index)];
  if (dashlet === undefined) return path;
  return remaining === '' ? titleOf(dashlet) : `${titleOf(dashlet)} · ${remaining}`;
}
