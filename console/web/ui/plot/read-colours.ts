/** Values by name, for each theme and space: reading one makes the browser compute the styles of all that has just been drawn. */
const known = new Map<string, Map<string, string>>();

/** The element that has the values, and what they depend on. */
function sourceOf(at: Element | undefined): { readonly element: Element; readonly key: string } {
  const root = document.documentElement;
  const { mantineColorScheme = '', scope = '' } = root.dataset;
  const paper = at?.closest('.tt-paper') ?? null;
  return paper === null
    ? { element: root, key: `${mantineColorScheme} ${scope}` }
    : { element: paper, key: `paper ${scope}` };
}

/** The values of custom properties where an element is: a canvas knows none. On paper they are those of the light theme. */
export function readColours(names: readonly string[], at?: Element): readonly string[] {
  const { element, key } = sourceOf(at);
  const values = known.get(key) ?? new Map<string, string>();
  known.set(key, values);
  const missing = names.filter((name) => !values.has(name));
  const style = missing.length === 0 ? undefined : getComputedStyle(element);
  for (const name of missing) {
    const value = style?.getPropertyValue(name).trim() ?? '';
    // Empty as long as its style sheet is loading.
    if (value !== '') values.set(name, value);
  }
  return names.map((name) => values.get(name) ?? '');
}
