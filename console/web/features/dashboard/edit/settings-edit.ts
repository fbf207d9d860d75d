/** Sets a part of the settings of a dashlet by its path. `mark`: typing into one input is one change. */
export type SettingsEdit = (path: readonly (string | number)[], value: unknown, mark?: string) => void;

/** Sets a value inside a draft of immer; undefined removes it. */
export function setAt(target: object, path: readonly (string | number)[], value: unknown): void {
  const [last, ...parents] = path.toReversed();
  if (last === undefined) return;
  let parent = target as Record<string | number, unknown>;
  for (const step of parents.toReversed()) parent = parent[step] as Record<string | number, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}
