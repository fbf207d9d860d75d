import { highest, load } from '../../dashboard/starter/starter.ts';
import { overLastMonth, siteVariable, reportStarter, type ReportStarter } from './report-starter.ts';
import {
  alarms,
  promises,
  ALL,
  availabilityByDay,
  growth,
  HALF,
  figureTile,
  topApplications,
  traffic,
  worstLines,
  worstSitesTile,
} from './report-tiles.ts';
import { serviceLevelReport } from './service-level-starter.ts';

const { formatting, axis } = promises.availability;
const promisedAvailability = { formatting, axis };

const executive = reportStarter({
  key: 'executive',
  name: { en: 'Executive summary', fr: 'Synthèse de direction' },
  description: {
    en: 'Last month on two pages: availability, traffic and what it consists of',
    fr: 'Le mois dernier en deux pages\u00A0: disponibilité, trafic et sa composition',
  },
  settings: overLastMonth,
  sheets: [
    {
      id: 'month',
      title: { en: 'The month at a glance', fr: 'Le mois en un coup d’œil' },
      tiles: [
        figureTile('cpe_avail', { en: 'Devices', fr: 'Équipements' }, promisedAvailability),
        figureTile('itf_avail', { en: 'Lines', fr: 'Liaisons' }, promisedAvailability),
        figureTile('wan_in_bps', { en: 'WAN inbound', fr: 'WAN, en entrée' }),
        figureTile('wan_out_bps', { en: 'WAN outbound', fr: 'WAN, en sortie' }),
        availabilityByDay,
        traffic(),
        topApplications(HALF, 220),
        { ...worstSitesTile(7), height: 220 },
      ],
    },
  ],
});

const capacity = reportStarter({
  key: 'capacity',
  name: { en: 'Capacity', fr: 'Capacité' },
  description: {
    en: 'Growth of the busiest lines over three months, and their 95th percentiles',
    fr: 'Évolution des liaisons les plus chargées sur trois mois, et leur 95e centile',
  },
  settings: {
    period: { kind: 'previous', unit: 'month', count: 3 },
    variables: [siteVariable],
    filters: ['site'],
  },
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
          title: {
            en: 'Busiest lines by 95th percentile',
            fr: 'Liaisons les plus chargées, par 95e centile',
          },
          columns: ALL,
          height: 350,
          settings: {
            keys: ['site', 'device', 'interface'],
            breakdown: { kind: 'all' },
            orderBy: 0,
            order: 'descending',
            maxLines: 10,
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

const applications = reportStarter({
  key: 'applications',
  name: { en: 'Applications of the month', fr: 'Applications du mois' },
  description: {
    en: 'What the traffic of last month consisted of, for all sites and for each one',
    fr: 'La composition du trafic du mois dernier, pour tous les sites et pour chacun',
  },
  settings: { ...overLastMonth, variables: [siteVariable] },
  sheets: (['all', 'site'] as const).map((id) => ({
    id,
    title:
      id === 'all'
        ? { en: 'Applications', fr: 'Applications' }
        : { en: 'Applications of the site', fr: 'Applications du site' },
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
          maxLines: 10,
          series: [{ kpi: 'app_bytes' }],
        },
      },
    ],
  })),
});

const incidents = reportStarter({
  key: 'incidents',
  name: { en: 'Incidents', fr: 'Incidents' },
  description: {
    en: 'Running alarms, and the sites and lines that were down in the last seven days',
    fr: 'Les alarmes en cours, et les sites et liaisons indisponibles des sept derniers jours',
  },
  settings: { period: { kind: 'last', minutes: 7 * 24 * 60 }, variables: [siteVariable], filters: ['site'] },
  sheets: [
    {
      id: 'alarms',
      title: { en: 'Incidents', fr: 'Incidents' },
      tiles: [alarms(360), worstSitesTile(), worstLines],
    },
  ],
});

/** Report templates that the provider starts with, shared with every customer. */
export const reportStarters: readonly ReportStarter[] = [
  serviceLevelReport,
  executive,
  capacity,
  applications,
  incidents,
];
