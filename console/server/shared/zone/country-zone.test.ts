import { describe, expect, it } from 'vitest';
import { countryCode } from './country-code.ts';
import { zoneOfSites } from './country-zone.ts';

const at = (country: string, latitude: number | null = null, longitude: number | null = null) => ({
  country,
  latitude,
  longitude,
});

describe('a country', () => {
  it.each([
    ['France', 'FR'],
    ['Allemagne', 'DE'],
    ['Etats-Unis', 'US'],
    ['États-Unis', 'US'],
    ['USA', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['Royaume-Uni', 'GB'],
    ['Great Britain', 'GB'],
    ['Côte d’Ivoire', 'CI'],
    ["cote d'ivoire", 'CI'],
    ['Pays-Bas', 'NL'],
    ['The Netherlands', 'NL'],
    ['Tchéquie', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['La Réunion', 'RE'],
    ['nouvelle-calédonie', 'NC'],
    ['Viet Nam', 'VN'],
    ['fr', 'FR'],
    ['FRA', 'FR'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('is recognised by its English and French names and its codes: %s', (name, code) => {
    expect(countryCode(name)).toBe(code);
  });
});

describe('the time zone of sites', () => {
  it.each([
    ['that of their country', [at('France')], 'Europe/Paris'],
    ['of a country of half hours', [at('Inde')], 'Asia/Kolkata'],
    ['that of the capital where a country has several', [at('Australia')], 'Australia/Sydney'],
    [
      'that of the coordinates where a country has several',
      [at('Australia', -34.93, 138.6)],
      'Australia/Adelaide',
    ],
    [
      'that of the capital where coordinates are elsewhere',
      [at('Australia', 48.85, 2.35)],
      'Australia/Sydney',
    ],
    [
      'that of the country where it has one, whatever the coordinates are',
      [at('France', -34.9, 138.6)],
      'Europe/Paris',
    ],
    ['that of most sites', [at('Spain'), at('France'), at('France'), at('')], 'Europe/Paris'],
    ['the first by name of equally many', [at('France'), at('Spain')], 'Europe/Madrid'],
    ['unknown without a country', [at(''), at('Atlantis')], undefined],
    ['unknown without sites', [], undefined],
  ])('is %s', (_, sites, zone) => {
    expect(zoneOfSites(sites)).toBe(zone);
  });

  it.each(['AR', 'BR', 'CA', 'CN', 'DE', 'ES', 'ID', 'KZ', 'MX', 'NZ', 'PT', 'RU', 'UA', 'US', 'XK'])(
    'is known for every country with several: %s',
    (code) => {
      expect(zoneOfSites([at(code)])).toMatch(/^[A-Z][a-z]+\//);
    },
  );
});
