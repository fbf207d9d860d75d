import { z } from 'zod';
import { siteDashlet } from '../../limit/dashlet.ts';
import { DashletSeries, requestShape, Thresholds } from '../dashlet-parts.ts';
import { requestFaults, requestPartOf, type RequestPart } from '../request-settings.ts';
import { reportFaults } from '../settings-fault.ts';

/** What the state of a site is: its worst running alarm, or the level of a value. */
export const siteStateSources = ['alarms', 'value'] as const;

/** The state of each site that the filters leave, as cells or on a map. `site` is the key of its request, which only values need. */
const shape = {
  ...requestShape,
  by: z.enum(siteStateSources).default('alarms'),
  keys: z.array(z.literal('site')).length(1).default(['site']),
  breakdown: z.strictObject({ kind: z.literal('all') }).default({ kind: 'all' }),
  series: z
    .array(DashletSeries)
    .length(1)
    .prefault([{ kpi: 'cpe_avail' }]),
  thresholds: Thresholds,
};

/** A cell per site, the worst first. */
export const SitesSettings = z.strictObject(shape).superRefine(reportFaults(requestFaults));
export type SitesSettings = z.infer<typeof SitesSettings>;

/** What the size of a marker is: the same for all sites, or the value of a KPI as its area. */
export const siteSizeSources = ['same', 'value'] as const;

/** Sites on a map. The first KPI colours a site, the last one is its size: one KPI may be both. */
export const MapSettings = z
  .strictObject({
    ...shape,
    series: z
      .array(DashletSeries)
      .min(1, 'REQUIRED')
      .max(2)
      .prefault([{ kpi: 'cpe_avail' }]),
    size: z.enum(siteSizeSources).default('same'),
  })
  .superRefine(reportFaults(requestFaults));
export type MapSettings = z.infer<typeof MapSettings>;

/** All KPIs are requested where one of them is shown, so that a fault of one has its place in the settings. */
export const sitesRequest = (settings: SitesSettings | MapSettings): RequestPart | undefined => {
  const isSized = 'size' in settings && settings.size === 'value';
  return settings.by === 'alarms' && !isSized
    ? undefined
    : { ...requestPartOf(settings), lines: { count: siteDashlet.maxSites } };
};

/** Properties of sites that cells and maps show. */
export const siteProperties = ['city', 'latitude', 'longitude'] as const;
