import { isTimeZone } from '../time/time-zone.ts';

/** Zones that are stored of a customer; null: none. */
export interface StoredZones {
  /** Set by a user. */
  readonly own: string | null;
  /** That of the country in which most of its sites are. */
  readonly ofCountry: string | null;
}

/** The zone of a customer's days: its own, else that of its country. Undefined: neither is set and known to this process. */
export const zoneOfCustomer = ({ own, ofCountry }: StoredZones): string | undefined =>
  [own, ofCountry].find((zone) => zone !== null && isTimeZone(zone)) ?? undefined;
