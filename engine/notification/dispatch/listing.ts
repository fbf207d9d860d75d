import { usesPlaceholder } from '#schemas/settings/webhook/template.ts';
import type { DeliveryTarget } from '../configuration/delivery-target.ts';
import type { Brief } from './notice-of.ts';

/** How much one grouped notice lists. */
interface Listing {
  readonly events: number;
  /** Size of the events: a message of the queue has at most 1 MiB, an attached file 450,000 bytes. */
  readonly bytes: number;
}

const LISTINGS = {
  webhook: { events: 500, bytes: 600_000 },
  trap: { events: 500, bytes: 600_000 },
  mail: { events: 1_000, bytes: 300_000 },
} as const satisfies Record<DeliveryTarget['kind'], Listing>;

/** Ids, its incident among them, numbers and times of a listed event with the names of its fields, bytes. */
const FIXED_BYTES = 270;

/** How many events a grouped notice lists for a target; undefined: none, since its payload has no place for them. */
export function listingOf(target: DeliveryTarget): Listing | undefined {
  if (target.kind === 'webhook' && !usesPlaceholder(target.payload.template, 'alert.events'))
    return undefined;
  return LISTINGS[target.kind];
}

/** Size of an event in a list, bytes. */
export function sizeOfListed({ alarm, site, element }: Pick<Brief, 'alarm' | 'site' | 'element'>): number {
  const names = [alarm.name, site.name, element.name, element.device ?? ''];
  return names.reduce((sum, name) => sum + Buffer.byteLength(name), FIXED_BYTES);
}
