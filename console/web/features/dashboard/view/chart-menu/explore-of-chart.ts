import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';

/** How the explorer names the elements that a filter selects; others say nothing of flows. */
const fields: Readonly<Record<string, string>> = {
  site: 'site',
  device: 'exporter',
  interface: 'interface',
  application: 'application',
  class: 'dscp',
};

/** The filter of the flows that a chart shows; undefined: it shows none, or flows do not know what it selects. */
export function exploreOfChart(
  { filters = [], series }: Pick<DataRequestInput, 'filters' | 'series'>,
  kpis: KpiDirectory,
): string | undefined {
  const isOfFlows = series.some(({ kpi }) => kpis.get(kpi)?.scopes.includes('flow') === true);
  if (!isOfFlows) return undefined;
  const tests = filters.map(({ element, ids = [], predicates = [] }) => {
    const field = fields[element];
    if (field === undefined || ids.length === 0 || predicates.length > 0) return undefined;
    const named = ids.map((id) => (field === 'dscp' ? String(id) : `#${String(id)}`));
    return `${field} in (${named.join(', ')})`;
  });
  return tests.includes(undefined) ? undefined : tests.join(' and ');
}
