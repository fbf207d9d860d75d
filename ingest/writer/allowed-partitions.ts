type AllowedPartitions =
  | { readonly ok: true; readonly value: readonly number[] | undefined }
  | { readonly ok: false; readonly reason: string };

/** Returns the partitions that a process may write: those listed (`0,2`), in order, or undefined for all if the list is empty. */
export function allowedPartitions(list: string, partitions: number): AllowedPartitions {
  if (list === '') return { ok: true, value: undefined };
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const parts = list.split(',').map((part) => part.trim());
  const foreign = parts.find((part) => part === '' || !all.includes(Number(part)));
  if (foreign !== undefined)
    return { ok: false, reason: `"${foreign}" is not one of ${String(partitions)} partitions` };
  return { ok: true, value: all.filter((partition) => parts.some((part) => Number(part) === partition)) };
}
