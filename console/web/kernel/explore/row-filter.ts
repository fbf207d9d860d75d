import type { KeyPart } from '#schemas/data/data-result-size.ts';

/** How the explorer names a part of a key; other parts say nothing of flows. */
const tests: Readonly<Partial<Record<KeyPart['attribute'], (id: number) => string>>> = {
  site: (id) => `site = #${String(id)}`,
  device: (id) => `exporter = #${String(id)}`,
  interface: (id) => `interface = #${String(id)}`,
  application: (id) => `application = #${String(id)}`,
  class: (id) => `dscp = ${String(id)}`,
  conversation: (id) => `remote-site = #${String(id)}`,
};

/** Only rows of traffic name applications and classes by the numbers of flows. */
const ofTraffic: readonly string[] = ['application', 'class', 'conversation'];

/** The filter of the flows that a target stands for; undefined: flows do not know it. */
export function exploreFilter(
  { key }: { readonly key: readonly KeyPart[] },
  { sites, isOfFlows }: { readonly sites: readonly number[]; readonly isOfFlows: boolean },
): string | undefined {
  const parts = key.map(({ attribute, id, hidden }) =>
    hidden === true || (ofTraffic.includes(attribute) && !isOfFlows) ? undefined : tests[attribute]?.(id),
  );
  if (parts.includes(undefined)) return undefined;
  const isPlaced = key.some(({ attribute }) => ['site', 'device', 'interface'].includes(attribute));
  const within = sites.map((site) => `#${String(site)}`).join(', ');
  const selected = sites.length === 0 || isPlaced ? [] : [`site in (${within})`];
  return [...selected, ...parts].join(' and ');
}
