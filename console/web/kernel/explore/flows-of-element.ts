/** Fields by which filters name elements that flows know. */
const fields: Readonly<Record<string, string>> = { site: 'site', device: 'exporter', interface: 'interface' };

/** The filter of the flows of an element; undefined: flows do not know elements of its kind. */
export function flowsOfElement(kind: string, id: number): string | undefined {
  const field = fields[kind];
  return field === undefined ? undefined : `${field} = #${String(id)}`;
}
