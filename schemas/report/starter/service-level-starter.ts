import { availability } from '../../dashboard/starter/starter.ts';
import { overLastMonth, siteVariable, reportStarter } from './report-starter.ts';
import {
  alarms,
  ALL,
  availabilityAxis,
  availabilityByDay,
  barsHeight,
  HALF,
  figureTile,
  promises,
  ranked,
  topApplications,
  traffic,
  worstLines,
  worstSitesTile,
} from './report-tiles.ts';
import type { Tile } from './sheet.ts';

/** What the service level promises, and what was reached. */
const promised: readonly Tile[] = [
  figureTile(
    'cpe_avail',
    { en: 'Availability of the sites', fr: 'Disponibilité des sites' },
    promises.availability,
  ),
  figureTile(
    'itf_avail',
    { en: 'Availability of the lines', fr: 'Disponibilité des liaisons' },
    promises.availability,
  ),
  figureTile('tun_latency', { en: 'Latency', fr: 'Latence' }, promises.latency),
  figureTile('tun_loss', { en: 'Packet loss', fr: 'Perte de paquets' }, promises.loss),
];

const rankedSites: Tile = {
  type: 'table',
  title: { en: 'The 20 sites with the lowest availability', fr: 'Les 20 sites les moins disponibles' },
  columns: ALL,
  height: 616,
  settings: {
    keys: ['site'],
    breakdown: { kind: 'all' },
    orderBy: 0,
    maxLines: 20,
    series: [
      { kpi: 'cpe_avail', formatting: [...availability] },
      { kpi: 'itf_avail', formatting: [...availability] },
      { kpi: 'tun_latency', formatting: [...promises.latency.formatting] },
      { kpi: 'tun_loss', formatting: [...promises.loss.formatting] },
    ],
  },
};

/** The incidents of the month in their sentences, and how soon they were over. */
const restoredIncidents: Tile = {
  type: 'incidents',
  title: { en: 'Incidents, restored within 4 hours', fr: 'Incidents, rétablis en moins de 4 heures' },
  columns: ALL,
  height: 400,
  settings: { shown: 'incidents', restoreMinutes: 240, maxLines: 200 },
};

const excludedMaintenance: Tile = {
  type: 'incidents',
  title: { en: 'Maintenance excluded from availability', fr: 'Maintenances exclues de la disponibilité' },
  columns: ALL,
  height: 204,
  settings: { shown: 'maintenance', restoreMinutes: 240, maxLines: 200 },
};

export const serviceLevelReport = reportStarter({
  key: 'service-level',
  name: { en: 'Monthly service level', fr: 'Niveau de service mensuel' },
  description: {
    en: 'Commitments and results of last month, the ranking of the sites, incidents with times to restore, excluded maintenance, and a page for each site',
    fr: 'Les engagements et les résultats du mois dernier, le classement des sites, les incidents et leurs délais de rétablissement, les maintenances exclues, puis une page par site',
  },
  settings: { ...overLastMonth, variables: [siteVariable] },
  sheets: [
    {
      id: 'summary',
      title: { en: 'Commitments and results', fr: 'Engagements et résultats' },
      filters: ['site'],
      tiles: [
        ...promised,
        { ...availabilityByDay, columns: ALL, height: 210 },
        worstSitesTile(8),
        ranked(
          { en: 'Sites with the highest latency', fr: 'Sites à la latence la plus élevée' },
          {
            keys: ['site'],
            series: [{ kpi: 'tun_latency', formatting: [...promises.latency.formatting] }],
          },
          { order: 'highest' },
        ),
      ],
    },
    {
      id: 'ranking',
      title: { en: 'Ranking of the sites', fr: 'Classement des sites' },
      filters: ['site'],
      tiles: [rankedSites],
    },
    {
      id: 'restored',
      title: { en: 'Incidents and times to restore', fr: 'Incidents et délais de rétablissement' },
      filters: ['site'],
      tiles: [restoredIncidents, excludedMaintenance],
    },
    {
      id: 'incidents',
      title: { en: 'Incidents and maintenance', fr: 'Incidents et maintenances' },
      filters: ['site'],
      tiles: [
        {
          sentence: {
            en: 'Bands in the chart are announced maintenance and silences. The lines below were down longest; alarms that still run are listed at the end.',
            fr: 'Les bandes du graphique sont les maintenances annoncées et les silences. Les liaisons ci-dessous ont été le plus longtemps indisponibles\u00A0; les alarmes encore en cours figurent à la fin.',
          },
          height: 40,
        },
        {
          type: 'timeline',
          title: {
            en: 'Availability, with maintenance and alarms',
            fr: 'Disponibilité, avec maintenances et alarmes',
          },
          columns: HALF,
          height: barsHeight(8),
          settings: {
            series: [{ kpi: 'itf_avail' }],
            left: availabilityAxis,
            thresholds: [...promises.availability.line],
            marks: ['alarms', 'silences'],
          },
        },
        worstLines,
        alarms(290, { en: 'Alarms that still run', fr: 'Alarmes encore en cours' }),
      ],
    },
    {
      id: 'site',
      title: { en: 'Service level of the site', fr: 'Niveau de service du site' },
      multiplier: 'site',
      tiles: [
        ...promised,
        { ...availabilityByDay, height: 220 },
        { ...traffic(), height: 220 },
        topApplications(ALL, 210),
      ],
    },
  ],
});
