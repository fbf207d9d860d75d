/** The partitions that a process writes: those of the list (`0,2`), or all when it is empty. Throws on a foreign number. */
export function ownedPartitions(list: string, partitions: number): readonly number[] {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  if (list === '') return all;
  return list.split(',').map((part) => {
    const partition = Number(part.trim());
    if (part.trim() === '' || !all.includes(partition))
      throw new RangeError(`${part.trim()} is not one of ${String(partitions)} partitions`);
    return partition;
  });
}
