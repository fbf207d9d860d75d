import zoneAt from '@photostructure/tz-lookup';
import { getCountry } from 'countries-and-timezones';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { countryCode } from './country-code.ts';

/** Zones of the capitals of countries with several zones. */
const ofCapitals: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  TF: 'Indian/Maldives',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
  // Not a country of the library.
  XK: 'Europe/Belgrade',
};

/** Where a site is: its country as people write it, and its coordinates in degrees, if they are known. */
export interface SitePlace {
  readonly country: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Zones of countries that were looked up: most sites of a customer share a few. */
const zonesOf = new Map<string, readonly string[]>();
const MAX_COUNTRIES = 10_000;

/** The zones of a country, that of its capital first. */
function zonesOfCountry(country: string): readonly string[] {
  const known = zonesOf.get(country);
  if (known !== undefined) return known;
  const code = countryCode(country) ?? '';
  const capital = ofCapitals[code];
  const all = [...(capital === undefined ? [] : [capital]), ...(getCountry(code)?.timezones ?? [])];
  const found = [...new Set(all)].filter((zone) => isTimeZone(zone));
  if (zonesOf.size < MAX_COUNTRIES) zonesOf.set(country, found);
  return found;
}

function zoneOfPlace({ country, latitude, longitude }: SitePlace): string | undefined {
  const zones = zonesOfCountry(country);
  if (zones.length < 2 || latitude === null || longitude === null) return zones[0];
  const there = zoneAt(latitude, longitude);
  // Coordinates may be mistaken: they choose among the zones of the country.
  return zones.includes(there) ? there : zones[0];
}

/** The zone in which most sites are; undefined: no country is known. Of equally many the first by name. */
export function zoneOfSites(sites: Iterable<SitePlace>): string | undefined {
  const counts = new Map<string, number>();
  for (const site of sites) {
    const zone = zoneOfPlace(site);
    if (zone !== undefined) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts]
    .flatMap(([zone, count]) => (count === most ? [zone] : []))
    .toSorted((one, other) => one.localeCompare(other))[0];
}
