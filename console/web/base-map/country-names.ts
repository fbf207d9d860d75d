import type { Feature, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { unroll } from './cut-world.ts';

/** Countries of the atlas: `id` is the ISO 3166-1 numeric code, absent for disputed areas. */
export type CountryFeature = Feature<Polygon | MultiPolygon, { readonly name: string }>;
type NameFeature = Feature<
  Point,
  {
    readonly kind: 'country';
    readonly en: string;
    readonly fr: string;
    /** Area in square degrees: of two names that collide, the larger country keeps its own. */
    readonly area: number;
  }
>;

/** Signed area of a ring in square degrees, and its centre of mass. */
function massOf(ring: readonly Position[]) {
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = ax * by - bx * ay;
    area += cross / 2;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return { area: Math.abs(area), centre: [x / (6 * area), y / (6 * area)] };
}

const rounded = (value = 0): number => Math.round(value * 100) / 100;

function largestPart({ geometry }: CountryFeature) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons
    .map(([outer = []]) => massOf(unroll(outer)))
    .reduce((largest, part) => (part.area > largest.area ? part : largest));
}

/** The country in a language; the name of the atlas if it has no code. */
function nameIn(language: 'en' | 'fr', { id, properties: { name } }: CountryFeature): string {
  if (id === undefined) return name;
  const code = new Intl.Locale(Intl.getCanonicalLocales(`und-${String(id)}`)[0] ?? 'und').region ?? '';
  return /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? name)
    : name;
}

/** The name of each country in both languages, in the middle of its largest part. */
export const countryNames = (countries: readonly CountryFeature[]): readonly NameFeature[] =>
  countries.map((country) => {
    const { area, centre } = largestPart(country);
    return {
      type: 'Feature',
      properties: {
        kind: 'country',
        en: nameIn('en', country),
        fr: nameIn('fr', country),
        area: rounded(area),
      },
      geometry: { type: 'Point', coordinates: centre.map((each) => rounded(each)) },
    };
  });
