import type { Region } from './cities.ts';

/** When a site is busy. */
export type Rhythm = 'office' | 'shop' | 'plant';

export interface CustomerSketch {
  readonly clientId: string;
  readonly name: string;
  readonly profile: string;
  readonly rhythm: Rhythm;
  /** Where its sites are, by weight. */
  readonly regions: Readonly<Record<Region, number>>;
  /** Kinds of places it has, the first one once: its head office. */
  readonly places: readonly [string, ...string[]];
  /** Share of the provider's sites. */
  readonly weight: number;
}

/** Weights of the regions, those at the end may be left out. */
const reach = (...[france = 0, europe = 0, americas = 0, asia = 0, africa = 0]: readonly number[]) => ({
  france,
  europe,
  americas,
  asia,
  africa,
});

const sketch = (
  [clientId, name, profile]: readonly [string, string, string],
  rhythm: Rhythm,
  remaining: Pick<CustomerSketch, 'regions' | 'places' | 'weight'>,
): CustomerSketch => ({ clientId, name, profile, rhythm, ...remaining });

/** Invented companies; likeness with real ones is not meant. */
export const customerSketches: readonly CustomerSketch[] = [
  sketch(['boreval', 'Boréval Distribution', 'Premium'], 'shop', {
    regions: reach(9, 2),
    places: ['headquarters', 'warehouse', 'store', 'store', 'store'],
    weight: 15,
  }),
  sketch(['tessandre', 'Tessandre Banque', 'Premium'], 'office', {
    regions: reach(8, 3),
    places: ['headquarters', 'branch', 'branch', 'branch'],
    weight: 12,
  }),
  sketch(['nordhaven', 'Nordhaven Freight', 'Premium'], 'plant', {
    regions: reach(2, 8, 2, 2, 1),
    places: ['control centre', 'terminal', 'depot', 'depot'],
    weight: 11,
  }),
  sketch(['veridane', 'Véridane Santé', 'Standard'], 'plant', {
    regions: reach(9, 1),
    places: ['hospital', 'clinic', 'clinic', 'laboratory'],
    weight: 9,
  }),
  sketch(['kelmar', 'Kelmar Foods', 'Standard'], 'plant', {
    regions: reach(3, 6, 1, 0, 2),
    places: ['headquarters', 'plant', 'plant', 'cold store'],
    weight: 8,
  }),
  sketch(['ostline', 'Ostline Rail Services', 'Standard'], 'plant', {
    regions: reach(1, 9),
    places: ['operations', 'depot', 'station', 'station'],
    weight: 8,
  }),
  sketch(['hestia', 'Hestia Habitat', 'Essential'], 'office', {
    regions: reach(10, 0),
    places: ['headquarters', 'agency', 'agency'],
    weight: 7,
  }),
  sketch(['quillridge', 'Quillridge Insurance', 'Premium'], 'office', {
    regions: reach(2, 6, 3, 1),
    places: ['headquarters', 'office', 'office', 'call centre'],
    weight: 6,
  }),
  sketch(['solenne', 'Solenne Hôtels', 'Standard'], 'shop', {
    regions: reach(6, 4, 1, 1, 3),
    places: ['headquarters', 'hotel', 'hotel', 'resort'],
    weight: 6,
  }),
  sketch(['arvenis', 'Arvenis Énergie', 'Premium'], 'plant', {
    regions: reach(6, 3, 0, 0, 3),
    places: ['dispatching', 'plant', 'substation', 'office'],
    weight: 5,
  }),
  sketch(['brightwell', 'Brightwell Components', 'Essential'], 'plant', {
    regions: reach(1, 5, 3, 4),
    places: ['headquarters', 'factory', 'factory', 'sales office'],
    weight: 5,
  }),
  sketch(['lumera', 'Campus Lumera', 'Essential'], 'office', {
    regions: reach(9, 1),
    places: ['campus', 'campus', 'library'],
    weight: 4,
  }),
  sketch(['maravel', 'Maravel Cosmetics', 'Standard'], 'shop', {
    regions: reach(4, 4, 2, 4),
    places: ['headquarters', 'boutique', 'boutique', 'laboratory'],
    weight: 4,
  }),
  sketch(['ferrolle', 'Cabinet Ferrolle', 'Essential'], 'office', {
    regions: reach(8, 2, 1),
    places: ['head office', 'office'],
    weight: 3,
  }),
];
