import { availability, highest, load, loadLines, lowest } from '../../dashboard/starter/starter.ts';
import { REPORT_VERSION, type WrittenReport } from '../document.ts';
import { cover, sheet, type SheetSketch, type Tile, type Words } from './sheet.ts';

/** A report template that every installation starts with. */
export interface ReportStarter {
  /** Never reused: one that was deleted does not return. */
  readonly key: string;
  readonly kind: 'report';
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly document: WrittenReport;
}

const HALF = 6;
const ALL = 12;

const number = (
  kpi: string,
  title: Words,
  formatting: readonly (typeof availability)[number][] = [],
): Tile => ({
  type: 'gauge',
  title,
  columns: 3,
  height: 150,
  settings: {
    shape: formatting.length > 0 ? 'arc' : 'number',
    series: [{ kpi, formatting: [...formatting] }],
  },
});

const availabilityByDay: Tile = {
  type: 'timeline',
  title: { en: 'Availability by day', fr: 'Disponibilité par jour' },
  columns: HALF,
  height: 240,
  settings: { series: [{ kpi: 'cpe_avail' }, { kpi: 'itf_avail' }], display: '1d', lastValue: 'top-right' },
};

const traffic = (columns = HALF): Tile => ({
  type: 'timeline',
  title: { en: 'WAN traffic', fr: 'Trafic WAN' },
  columns,
  height: 240,
  settings: {
    series: [
      { kpi: 'wan_in_bps', label: 'Inbound' },
      { kpi: 'wan_out_bps', label: 'Outbound' },
    ],
    left: { min: 0 },
    lastValue: 'top-right',
  },
});

const worstSites: Tile = {
  type: 'bar',
  title: { en: 'Sites with the lowest availability', fr: 'Sites les moins disponibles' },
  columns: HALF,
  height: 240,
  settings: {
    keys: ['site'],
    breakdown: lowest(10),
    series: [{ kpi: 'cpe_avail', formatting: [...availability] }],
  },
};

const topApplications = (columns = HALF, height = 260): Tile => ({
  type: 'pie',
  title: { en: 'Applications by volume', fr: 'Applications par volume' },
  columns,
  height,
  settings: { keys: ['application'], breakdown: highest(8, true), series: [{ kpi: 'app_bytes' }] },
});

const alarms = (height: number, title: Words = { en: 'Running alarms', fr: 'Alarmes en cours' }): Tile => ({
  type: 'alarms',
  title,
  columns: ALL,
  height,
  settings: {},
});

const growth = (title: Words, kpi: string): Tile => ({
  type: 'timeline',
  title,
  columns: HALF,
  height: 250,
  settings: {
    keys: ['interface'],
    breakdown: highest(5),
    series: [{ kpi, aggregation: 'percentile', percentile: 95 }],
    regression: true,
    left: { min: 0 },
    thresholds: [...loadLines],
    display: '1d',
  },
});

interface StarterSketch {
  readonly key: string;
  readonly name: Words;
  readonly description: Words;
  readonly sheets: readonly SheetSketch[];
  readonly settings?: Omit<Partial<WrittenReport>, 'version' | 'pages' | 'translations'>;
}

const lastMonth = { period: { kind: 'previous', unit: 'month', count: 1 } } as const;
const site: NonNullable<WrittenReport['variables']>[number] = {
  name: 'Site',
  choice: { id: 'site', element: 'site', title: '', label: '' },
};

const labels: readonly Words[] = [
  { en: 'Inbound', fr: 'Entrée' },
  { en: 'Outbound', fr: 'Sortie' },
];

function starter({ key, name, description, sheets, settings = {} }: StarterSketch): ReportStarter {
  const words = [
    name,
    description,
    ...labels,
    ...sheets.flatMap(({ title, tiles }) => [title, ...tiles.map((tile) => tile.title)]),
  ];
  return {
    key: `report-${key}`,
    kind: 'report',
    name: name.en,
    folder: '',
    description: description.en,
    document: {
      version: REPORT_VERSION,
      ...settings,
      pages: [cover('cover', name), ...sheets.map(sheet)],
      translations: { fr: Object.fromEntries(words.map(({ en, fr }) => [en, fr])) },
    },
  };
}

const serviceLevel = starter({
  key: 'service-level',
  name: { en: 'Monthly service level', fr: 'Niveau de service mensuel' },
  description: {
    en: 'Availability of last month: a summary, then a page for each site',
    fr: 'Disponibilité du mois dernier\u00A0: une synthèse, puis une page par site',
  },
  settings: { ...lastMonth, variables: [site] },
  sheets: [
    {
      id: 'summary',
      title: { en: 'Availability', fr: 'Disponibilité' },
      filters: ['site'],
      tiles: [
        number('cpe_avail', { en: 'Devices', fr: 'Équipements' }, availability),
        number('itf_avail', { en: 'Lines', fr: 'Liaisons' }, availability),
        number('tun_avail', { en: 'Tunnels', fr: 'Tunnels' }, availability),
        number('bgp_avail', { en: 'BGP sessions', fr: 'Sessions BGP' }, availability),
        availabilityByDay,
        worstSites,
        {
          type: 'table',
          title: { en: 'Availability of the sites', fr: 'Disponibilité des sites' },
          columns: ALL,
          height: 200,
          settings: {
            keys: ['site'],
            breakdown: { kind: 'all' },
            orderBy: 0,
            series: ['cpe_avail', 'itf_avail', 'tun_avail'].map((kpi) => ({
              kpi,
              formatting: [...availability],
            })),
          },
        },
      ],
    },
    {
      id: 'site',
      title: { en: 'Service level of a site', fr: 'Niveau de service d’un site' },
      multiplier: 'site',
      tiles: [
        number('cpe_avail', { en: 'Devices', fr: 'Équipements' }, availability),
        number('itf_avail', { en: 'Lines', fr: 'Liaisons' }, availability),
        number('tun_latency', { en: 'Latency', fr: 'Latence' }),
        number('tun_loss', { en: 'Packet loss', fr: 'Perte de paquets' }),
        availabilityByDay,
        traffic(),
        topApplications(ALL, 200),
      ],
    },
  ],
});

const executive = starter({
  key: 'executive',
  name: { en: 'Executive summary', fr: 'Synthèse de direction' },
  description: {
    en: 'Last month on two pages: availability, traffic and what it consists of',
    fr: 'Le mois dernier en deux pages\u00A0: disponibilité, trafic et sa composition',
  },
  settings: lastMonth,
  sheets: [
    {
      id: 'month',
      title: { en: 'The month at a glance', fr: 'Le mois en un coup d’œil' },
      tiles: [
        number('cpe_avail', { en: 'Devices', fr: 'Équipements' }, availability),
        number('itf_avail', { en: 'Lines', fr: 'Liaisons' }, availability),
        number('wan_in_bps', { en: 'WAN inbound', fr: 'WAN, en entrée' }),
        number('wan_out_bps', { en: 'WAN outbound', fr: 'WAN, en sortie' }),
        availabilityByDay,
        traffic(),
        topApplications(HALF, 220),
        { ...worstSites, height: 220 },
      ],
    },
  ],
});

const capacity = starter({
  key: 'capacity',
  name: { en: 'Capacity', fr: 'Capacité' },
  description: {
    en: 'Growth of the busiest lines over three months, and all lines by 95th percentile',
    fr: 'Évolution des liaisons les plus chargées sur trois mois, et toutes les liaisons par 95e centile',
  },
  settings: { period: { kind: 'previous', unit: 'month', count: 3 }, variables: [site], filters: ['site'] },
  sheets: [
    {
      id: 'growth',
      title: { en: 'Growth of the lines', fr: 'Évolution des liaisons' },
      tiles: [
        growth({ en: 'Busiest lines, inbound', fr: 'Liaisons les plus chargées, en entrée' }, 'itf_in_util'),
        growth(
          { en: 'Busiest lines, outbound', fr: 'Liaisons les plus chargées, en sortie' },
          'itf_out_util',
        ),
        {
          type: 'table',
          title: { en: 'Lines by 95th percentile', fr: 'Liaisons par 95e centile' },
          columns: ALL,
          height: 350,
          settings: {
            keys: ['site', 'device', 'interface'],
            breakdown: { kind: 'all' },
            orderBy: 0,
            order: 'descending',
            series: [
              { kpi: 'itf_in_util', aggregation: 'percentile', formatting: [...load] },
              { kpi: 'itf_out_util', aggregation: 'percentile', formatting: [...load] },
            ],
          },
        },
      ],
    },
  ],
});

const applications = starter({
  key: 'applications',
  name: { en: 'Applications of the month', fr: 'Applications du mois' },
  description: {
    en: 'What the traffic of last month consisted of, for all sites and for each one',
    fr: 'La composition du trafic du mois dernier, pour tous les sites et pour chacun',
  },
  settings: { ...lastMonth, variables: [site] },
  sheets: (['all', 'site'] as const).map((id) => ({
    id,
    title:
      id === 'all'
        ? { en: 'Applications', fr: 'Applications' }
        : { en: 'Applications of a site', fr: 'Applications d’un site' },
    ...(id === 'site' ? { multiplier: 'site' } : { filters: ['site'] }),
    tiles: [
      topApplications(HALF, 270),
      {
        type: 'timeline',
        title: { en: 'Top applications', fr: 'Principales applications' },
        columns: HALF,
        height: 270,
        settings: {
          keys: ['application'],
          breakdown: highest(5),
          series: [{ kpi: 'app_bytes' }],
          style: 'area',
          stacked: true,
          left: { min: 0 },
          display: '1d',
        },
      },
      {
        type: 'table',
        title: { en: 'Volume by application', fr: 'Volume par application' },
        columns: ALL,
        height: 340,
        settings: {
          keys: ['application'],
          breakdown: { kind: 'all' },
          orderBy: 0,
          order: 'descending',
          maxLines: 15,
          series: [{ kpi: 'app_bytes' }],
        },
      },
    ],
  })),
});

const incidents = starter({
  key: 'incidents',
  name: { en: 'Incidents', fr: 'Incidents' },
  description: {
    en: 'Running alarms, and the sites and lines that were down in the last seven days',
    fr: 'Les alarmes en cours, et les sites et liaisons indisponibles des sept derniers jours',
  },
  settings: { period: { kind: 'last', minutes: 7 * 24 * 60 }, variables: [site], filters: ['site'] },
  sheets: [
    {
      id: 'alarms',
      title: { en: 'Incidents', fr: 'Incidents' },
      tiles: [
        alarms(360),
        worstSites,
        {
          type: 'bar',
          title: { en: 'Lines with the lowest availability', fr: 'Liaisons les moins disponibles' },
          columns: HALF,
          height: 240,
          settings: {
            keys: ['device', 'interface'],
            breakdown: lowest(10),
            series: [{ kpi: 'itf_avail', formatting: [...availability] }],
          },
        },
      ],
    },
  ],
});

/** Report templates that the provider starts with, shared with every customer. */
export const reportStarters: readonly ReportStarter[] = [
  serviceLevel,
  executive,
  capacity,
  applications,
  incidents,
];
