type OwnedPartitions =
  | { readonly ok: true; readonly value: readonly number[] }
  | { readonly ok: false; readonly reason: string };

/** Returns the partitions a process writes: those listed (`0,2`), or all if the list is empty. */
export function ownedPartitions(list: string, partitions: number): OwnedPartitions {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  if (list === '') return { ok: true, value: all };
  const parts = list.split(',').map((part) => part.trim());
  const foreign = parts.find((part) => part === '' || !all.includes(Number(part)));
  if (foreign !== undefined)
    return { ok: false, reason: `"${foreign}" is not one of ${String(partitions)} partitions` };
  return { ok: true, value: parts.map(Number) };
}
