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

/** Sites on a map. */
export const MapSettings = z.strictObject(shape).superRefine(reportFaults(requestFaults));

export const sitesRequest = (settings: SitesSettings): RequestPart | undefined =>
  settings.by === 'alarms'
    ? undefined
    : { ...requestPartOf(settings), lines: { count: siteDashlet.maxSites } };

/** Properties of sites that cells and maps show. */
export const siteProperties = ['city', 'latitude', 'longitude'] as const;
