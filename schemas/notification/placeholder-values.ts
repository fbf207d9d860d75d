import type { PlaceholderValues } from '../settings/webhook/placeholders.ts';
import type { Notice } from './notice.ts';

const iso = (atMs: number): string => new Date(atMs).toISOString();

/**
 * What the placeholders of a webhook stand for. A grouped notice has no site, and its name says that it is one; with raises
 * among its events it is a rising one.
 */
export function placeholderValues(notice: Notice): PlaceholderValues {
  const shared = {
    'customer.id': notice.customer.id,
    'customer.name': notice.customer.name,
    'alert.description': notice.description,
    'alert.severity': notice.severity,
  };
  if (notice.is === 'grouped') {
    const { raises, clears, elements, untilMs } = notice;
    return {
      ...shared,
      'site.id': null,
      'site.name': '',
      'alert.datetime': iso(untilMs),
      'alert.name': `${String(raises + clears)} more alarm events`,
      'alert.targets': elements.map(({ name }) => name),
      'alert.targetTypes': elements.map(({ kind }) => kind),
      'alert.topology': [],
      'alert.hook': raises > 0 ? 'rising' : 'falling',
      'kpi.name': '',
    };
  }
  const { site, alarm, element, edge, kpi, topology, atMs } = notice;
  return {
    ...shared,
    'site.id': site.id,
    'site.name': site.name,
    'alert.datetime': iso(atMs),
    'alert.name': alarm.name,
    'alert.targets': [element.name],
    'alert.targetTypes': [element.kind],
    'alert.topology': topology,
    'alert.hook': edge === 'raise' ? 'rising' : 'falling',
    'kpi.name': kpi.name,
  };
}
