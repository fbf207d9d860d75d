import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { LearnedComponent } from './component.ts';

/** Targets of probes by element that the inventory does not know, or has otherwise. */
export function changedTargets(
  learned: readonly LearnedComponent[],
  components: readonly ComponentEntry[],
): ReadonlyMap<number, string> {
  const targets = new Map<number, string>();
  for (const { id, target = '' } of learned) if (target !== '') targets.set(id, target);
  if (targets.size > 0)
    for (const { id, fields } of components) if (fields['target'] === targets.get(id)) targets.delete(id);
  return targets;
}
