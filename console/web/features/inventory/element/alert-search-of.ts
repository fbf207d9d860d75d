import type { Subject } from './subject.ts';

/** What the page of alarms is filtered by for the alarms of a subject. */
export function alertSearch({ kind, id, customer, name, at: { site } }: Subject) {
  if (kind === 'customer') return { customer };
  if (kind === 'site') return { customer, site: [id] };
  return { customer, ...(site !== undefined && { site: [site] }), q: name };
}
