import type { PageKind } from '#schemas/dashboard/element/page-kinds.ts';
import type { Subject } from './subject.ts';

/** Fields by which filters of flows name elements that flows know. */
const fields: Readonly<Partial<Record<PageKind, string>>> = {
  site: 'site',
  device: 'exporter',
  interface: 'interface',
};

/** What filters of flows call a subject; undefined: flows do not know it. */
export function flowFilter({
  kind,
  id,
  number,
}: Pick<Subject, 'kind' | 'id' | 'number'>): string | undefined {
  if (kind === 'customer') return '';
  if (kind === 'application') return number === undefined ? undefined : `application = #${String(number)}`;
  const field = fields[kind];
  return field && `${field} = #${String(id)}`;
}
