import { describe, expect, it } from 'vitest';
import { countryNames, type CountryFeature } from './country-names.ts';

const square = (west: number, size: number): number[][][] => [
  [
    [west, 0],
    [west + size, 0],
    [west + size, size],
    [west, size],
    [west, 0],
  ],
];
const country = (id: string | undefined, name: string, parts: number[][][][]): CountryFeature => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  properties: { name },
  geometry: { type: 'MultiPolygon', coordinates: parts },
});

describe('names of countries', () => {
  it('are in both languages, by the code of the country', () => {
    const [germany, disputed] = countryNames([
      country('276', 'Germany', [square(0, 2)]),
      country(undefined, 'Siachen Glacier', [square(0, 1)]),
    ]);
    expect(germany?.properties).toMatchObject({ en: 'Germany', fr: 'Allemagne' });
    expect(disputed?.properties).toMatchObject({ en: 'Siachen Glacier', fr: 'Siachen Glacier' });
  });

  it('stand in the middle of the largest part, also across the date line', () => {
    const [one, across] = countryNames([
      country('250', 'France', [square(50, 1), square(0, 10)]),
      country('242', 'Fiji', [
        [
          [
            [179, 0],
            [-179, 0],
            [-179, 2],
            [179, 2],
            [179, 0],
          ],
        ],
      ]),
    ]);
    expect(one?.geometry.coordinates).toEqual([5, 5]);
    expect(one?.properties.area).toBe(100);
    expect(across?.geometry.coordinates).toEqual([180, 1]);
  });
});
