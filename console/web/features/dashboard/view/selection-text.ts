/** Ids of elements by the id of a filter. None: all of them. */
export type Selection = Readonly<Record<string, readonly number[]>>;

/** A selection in the address: `site.1.2~device.7`. */
export const selectionText = (selection: Selection): string | undefined => {
  const parts = Object.entries(selection).map(([filter, ids]) => [filter, ...ids].join('.'));
  return parts.length === 0 ? undefined : parts.join('~');
};

/** What is no selection is left out. */
export function selectionFrom(text: string | undefined): Selection {
  const parts = (text ?? '').split('~').flatMap((part) => {
    const [filter = '', ...ids] = part.split('.');
    const numbers = ids.map(Number);
    return /^[\w-]{1,40}$/.test(filter) && numbers.every((id) => Number.isSafeInteger(id) && id >= 0)
      ? [[filter, numbers] as const]
      : [];
  });
  return Object.fromEntries(parts);
}
