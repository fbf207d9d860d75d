import { billingServices } from '#schemas/billing/service.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

const named = ['clientId', 'customer', ...billingServices, 'total'] as const;

/** What a column of the export is called. */
export function unitHeading(column: string, text: Translate<typeof en>): string {
  if (column === 'day') return text('date');
  const known = named.find((name) => name === column);
  return known === undefined ? column : text(known);
}
