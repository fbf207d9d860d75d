export interface City {
  readonly name: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Standard time, hours ahead of UTC: enough for a day's shape. */
  readonly utcOffsetHours: number;
  readonly region: Region;
}

export type Region = 'france' | 'europe' | 'americas' | 'asia' | 'africa';

/** One city a line: name, latitude, longitude. Figures rounded to a hundredth of a degree, about a kilometre. */
const COUNTRIES: readonly (readonly [
  country: string,
  region: Region,
  utcOffsetHours: number,
  cities: string,
])[] = [
  [
    'France',
    'france',
    1,
    `Paris 48.86 2.35|Marseille 43.30 5.37|Lyon 45.76 4.84|Toulouse 43.60 1.44|Nice 43.70 7.27|Nantes 47.22 -1.55
    |Montpellier 43.61 3.88|Strasbourg 48.57 7.75|Bordeaux 44.84 -0.58|Lille 50.63 3.06|Rennes 48.11 -1.68|Reims 49.26 4.03
    |Toulon 43.12 5.93|Saint-Étienne 45.44 4.39|Le Havre 49.49 0.11|Grenoble 45.19 5.72|Dijon 47.32 5.04|Angers 47.48 -0.56
    |Nîmes 43.84 4.36|Clermont-Ferrand 45.78 3.09|Le Mans 48.01 0.20|Brest 48.39 -4.49|Tours 47.39 0.69|Amiens 49.89 2.30
    |Limoges 45.83 1.26|Annecy 45.90 6.13|Perpignan 42.70 2.90|Metz 49.12 6.18|Besançon 47.24 6.02|Orléans 47.90 1.91
    |Rouen 49.44 1.10|Mulhouse 47.75 7.34|Caen 49.18 -0.37|Nancy 48.69 6.18|Avignon 43.95 4.81|Poitiers 46.58 0.34
    |Dunkerque 51.03 2.38|La Rochelle 46.16 -1.15|Pau 43.30 -0.37|Bayonne 43.49 -1.47|Valence 44.93 4.89|Troyes 48.30 4.07
    |Ajaccio 41.92 8.74|Quimper 48.00 -4.10|Lorient 47.75 -3.37|Chambéry 45.56 5.92|Niort 46.32 -0.46|Calais 50.95 1.86`,
  ],
  [
    'Germany',
    'europe',
    1,
    `Berlin 52.52 13.40|Hamburg 53.55 9.99|Munich 48.14 11.58|Cologne 50.94 6.96|Frankfurt 50.11 8.68|Stuttgart 48.78 9.18
    |Leipzig 51.34 12.37|Dresden 51.05 13.74|Hanover 52.37 9.73|Nuremberg 49.45 11.08|Bremen 53.08 8.80`,
  ],
  [
    'Belgium',
    'europe',
    1,
    'Brussels 50.85 4.35|Antwerp 51.22 4.40|Ghent 51.05 3.72|Liège 50.63 5.57|Namur 50.47 4.87',
  ],
  [
    'Netherlands',
    'europe',
    1,
    'Amsterdam 52.37 4.90|Rotterdam 51.92 4.48|Eindhoven 51.44 5.47|Groningen 53.22 6.57',
  ],
  [
    'Switzerland',
    'europe',
    1,
    'Zurich 47.37 8.54|Geneva 46.20 6.14|Basel 47.56 7.59|Lausanne 46.52 6.63|Lugano 46.00 8.95',
  ],
  [
    'Spain',
    'europe',
    1,
    'Madrid 40.42 -3.70|Barcelona 41.39 2.17|Valencia 39.47 -0.38|Seville 37.39 -5.98|Bilbao 43.26 -2.93|Málaga 36.72 -4.42',
  ],
  [
    'Italy',
    'europe',
    1,
    'Milan 45.46 9.19|Rome 41.90 12.50|Turin 45.07 7.69|Naples 40.85 14.27|Bologna 44.49 11.34|Genoa 44.41 8.93|Verona 45.44 10.99',
  ],
  [
    'United Kingdom',
    'europe',
    0,
    'London 51.51 -0.13|Manchester 53.48 -2.24|Birmingham 52.49 -1.90|Leeds 53.80 -1.55|Glasgow 55.86 -4.25|Bristol 51.45 -2.59|Cardiff 51.48 -3.18',
  ],
  ['Ireland', 'europe', 0, 'Dublin 53.35 -6.26|Cork 51.90 -8.47'],
  ['Portugal', 'europe', 0, 'Lisbon 38.72 -9.14|Porto 41.16 -8.63'],
  ['Luxembourg', 'europe', 1, 'Luxembourg 49.61 6.13'],
  ['Austria', 'europe', 1, 'Vienna 48.21 16.37|Graz 47.07 15.44|Linz 48.31 14.29'],
  ['Poland', 'europe', 1, 'Warsaw 52.23 21.01|Kraków 50.06 19.94|Wrocław 51.11 17.04|Gdańsk 54.35 18.65'],
  ['Czechia', 'europe', 1, 'Prague 50.08 14.44|Brno 49.20 16.61'],
  ['Hungary', 'europe', 1, 'Budapest 47.50 19.04'],
  ['Romania', 'europe', 2, 'Bucharest 44.43 26.10|Cluj-Napoca 46.77 23.59'],
  ['Greece', 'europe', 2, 'Athens 37.98 23.73|Thessaloniki 40.64 22.94'],
  ['Sweden', 'europe', 1, 'Stockholm 59.33 18.07|Gothenburg 57.71 11.97|Malmö 55.60 13.00'],
  ['Norway', 'europe', 1, 'Oslo 59.91 10.75|Bergen 60.39 5.32'],
  ['Denmark', 'europe', 1, 'Copenhagen 55.68 12.57|Aarhus 56.16 10.20'],
  ['Finland', 'europe', 2, 'Helsinki 60.17 24.94|Tampere 61.50 23.79'],
  [
    'United States',
    'americas',
    -5,
    'New York 40.71 -74.01|Boston 42.36 -71.06|Atlanta 33.75 -84.39|Miami 25.76 -80.19',
  ],
  ['United States', 'americas', -6, 'Chicago 41.88 -87.63|Dallas 32.78 -96.80|Houston 29.76 -95.37'],
  [
    'United States',
    'americas',
    -8,
    'San Francisco 37.77 -122.42|Seattle 47.61 -122.33|Los Angeles 34.05 -118.24',
  ],
  ['Canada', 'americas', -5, 'Montréal 45.50 -73.57|Toronto 43.65 -79.38|Québec 46.81 -71.21'],
  ['Mexico', 'americas', -6, 'Mexico City 19.43 -99.13|Monterrey 25.69 -100.32'],
  ['Brazil', 'americas', -3, 'São Paulo -23.55 -46.63|Rio de Janeiro -22.91 -43.17'],
  ['Argentina', 'americas', -3, 'Buenos Aires -34.60 -58.38'],
  ['Chile', 'americas', -4, 'Santiago -33.45 -70.67'],
  ['Japan', 'asia', 9, 'Tokyo 35.68 139.69|Osaka 34.69 135.50'],
  ['Singapore', 'asia', 8, 'Singapore 1.35 103.82'],
  ['South Korea', 'asia', 9, 'Seoul 37.57 126.98'],
  ['India', 'asia', 5.5, 'Mumbai 19.08 72.88|Bengaluru 12.97 77.59|Delhi 28.61 77.21'],
  ['United Arab Emirates', 'asia', 4, 'Dubai 25.20 55.27'],
  ['Australia', 'asia', 10, 'Sydney -33.87 151.21|Melbourne -37.81 144.96'],
  ['Vietnam', 'asia', 7, 'Ho Chi Minh City 10.82 106.63'],
  ['Morocco', 'africa', 1, 'Casablanca 33.57 -7.59|Rabat 34.02 -6.84|Tangier 35.76 -5.83'],
  ['Tunisia', 'africa', 1, 'Tunis 36.81 10.18'],
  ['Senegal', 'africa', 0, 'Dakar 14.72 -17.47'],
  ['Ivory Coast', 'africa', 0, 'Abidjan 5.36 -4.01'],
  ['South Africa', 'africa', 2, 'Johannesburg -26.20 28.05|Cape Town -33.92 18.42'],
  ['Kenya', 'africa', 3, 'Nairobi -1.29 36.82'],
];

const LINE = /^\s*(.+?) (-?[\d.]+) (-?[\d.]+)\s*$/;

function cityOf(line: string): Pick<City, 'name' | 'latitude' | 'longitude'> {
  const [, name, latitude, longitude] = LINE.exec(line) ?? [];
  if (name === undefined) throw new TypeError(`not a city: ${line}`);
  return { name, latitude: Number(latitude), longitude: Number(longitude) };
}

export const cities: readonly City[] = COUNTRIES.flatMap(([country, region, utcOffsetHours, lines]) =>
  lines.split('|').map((line) => ({ ...cityOf(line), country, region, utcOffsetHours })),
);
