import { z } from 'zod';
import { dashboardLimits } from '../limit/dashboard.ts';
import type { RequestPart } from './request-settings.ts';
import { AlarmsSettings } from './dashlets/alarms.ts';
import { BarSettings, barRequest } from './dashlets/bar.ts';
import { FigureSettings, figureRequest } from './dashlets/figure.ts';
import { GaugeSettings, gaugeRequest } from './dashlets/gauge.ts';
import { HoursSettings, hoursRequest } from './dashlets/hours.ts';
import { IframeSettings } from './dashlets/iframe.ts';
import { IncidentsSettings } from './dashlets/incidents.ts';
import { InventorySettings } from './dashlets/inventory.ts';
import { PieSettings, pieRequest } from './dashlets/pie.ts';
import { SdwanSettings } from './dashlets/sdwan.ts';
import { ServiceSettings, serviceRequest } from './dashlets/service.ts';
import { SparklineSettings, sparklineRequest } from './dashlets/sparkline.ts';
import { MapSettings, SitesSettings, sitesRequest } from './dashlets/sites.ts';
import { StatesSettings, statesRequest } from './dashlets/states.ts';
import { TableSettings, tableRequest } from './dashlets/table.ts';
import { textDashlet } from '../limit/dashlet.ts';
import { TimelineSettings, timelineRequest } from './dashlets/timeline.ts';
import { documentText } from './document-text.ts';

interface DashletDefinition<Settings extends z.ZodType> {
  readonly settings: Settings;
  /** What its request reads; null: it shows no values of KPIs. Undefined: it does not with these settings. */
  readonly requestPart: ((settings: z.output<Settings>) => RequestPart | undefined) | null;
  /** Whether the filters of the document select what it shows. */
  readonly isFiltered: boolean;
  readonly en: string;
  readonly fr: string;
  /** Columns and rows of a new one. */
  readonly size: readonly [width: number, height: number];
}

const define = <Settings extends z.ZodType>(
  settings: Settings,
  requestPart: DashletDefinition<Settings>['requestPart'],
  remaining: Pick<DashletDefinition<Settings>, 'en' | 'fr' | 'size'> & { readonly isFiltered?: boolean },
): DashletDefinition<Settings> => ({ settings, requestPart, isFiltered: requestPart !== null, ...remaining });

/** A text in Markdown (CommonMark with tables), as explanations or links. HTML in it is text, and it has no images. */
const TextSettings = z.strictObject({
  markdown: z.string().max(textDashlet.maxLength).default(''),
});

/** The registry of dashlet types. */
export const dashletTypes = {
  pie: define(PieSettings, pieRequest, { en: 'Pie', fr: 'Camembert', size: [6, 8] }),
  table: define(TableSettings, tableRequest, { en: 'Table', fr: 'Tableau', size: [12, 10] }),
  bar: define(BarSettings, barRequest, { en: 'Bar', fr: 'Barres', size: [8, 8] }),
  timeline: define(TimelineSettings, timelineRequest, {
    en: 'Timeline',
    fr: 'Chronologie',
    size: [12, 8],
  }),
  sparkline: define(SparklineSettings, sparklineRequest, {
    en: 'Sparkline',
    fr: 'Mini-courbe',
    size: [6, 4],
  }),
  inventory: define(InventorySettings, null, {
    en: 'Inventory',
    fr: 'Inventaire',
    size: [12, 10],
    isFiltered: true,
  }),
  alarms: define(AlarmsSettings, null, {
    en: 'Running alarms',
    fr: 'Alarmes en cours',
    size: [12, 8],
    isFiltered: true,
  }),
  gauge: define(GaugeSettings, gaugeRequest, { en: 'Gauge', fr: 'Jauge', size: [4, 6] }),
  figure: define(FigureSettings, figureRequest, { en: 'Figure', fr: 'Chiffre', size: [6, 5] }),
  states: define(StatesSettings, statesRequest, {
    en: 'States over time',
    fr: 'États dans le temps',
    size: [12, 8],
  }),
  hours: define(HoursSettings, hoursRequest, { en: 'Hours of days', fr: 'Heures par jour', size: [12, 10] }),
  service: define(ServiceSettings, serviceRequest, {
    en: 'Service level',
    fr: 'Niveau de service',
    size: [12, 8],
  }),
  incidents: define(IncidentsSettings, null, {
    en: 'Incidents of the period',
    fr: 'Incidents de la période',
    size: [12, 10],
    isFiltered: true,
  }),
  sites: define(SitesSettings, sitesRequest, {
    en: 'Status of sites',
    fr: 'État des sites',
    size: [12, 8],
  }),
  map: define(MapSettings, sitesRequest, { en: 'Map of sites', fr: 'Carte des sites', size: [12, 12] }),
  text: define(TextSettings, null, { en: 'Text', fr: 'Texte', size: [8, 6] }),
  iframe: define(IframeSettings, null, { en: 'Web page', fr: 'Page web', size: [12, 10] }),
  sdwan: define(SdwanSettings, null, { en: 'SD-WAN', fr: 'SD-WAN', size: [12, 10] }),
} as const;

export type DashletType = keyof typeof dashletTypes;
export const dashletTypeNames = Object.keys(dashletTypes) as DashletType[];

/** Settings of a type as the document keeps them. */
export type DashletSettings<Type extends DashletType> = z.output<(typeof dashletTypes)[Type]['settings']>;

/** Cells of the grid that a dashlet covers. */
const DashletPlace = z
  .strictObject({
    x: z
      .int()
      .min(0)
      .max(dashboardLimits.columns - 1),
    y: z.int().min(0).max(dashboardLimits.maxRows),
    width: z.int().min(1).max(dashboardLimits.columns),
    height: z.int().min(1).max(200),
  })
  .refine(({ x, width }) => x + width <= dashboardLimits.columns, {
    error: 'INPUT_INVALID',
    path: ['width'],
  });
export type DashletPlace = z.infer<typeof DashletPlace>;

const common = {
  /** Unique in the document; the id of its data request. */
  id: z.string().regex(/^[\w-]{1,40}$/, 'KEY_INVALID'),
  title: documentText(),
  place: DashletPlace,
};

const FilterId = z.string().regex(/^[\w-]{1,40}$/, 'KEY_INVALID');

const contentOf = (type: DashletType) =>
  z.strictObject({ title: common.title, type: z.literal(type), settings: dashletTypes[type].settings });

const schemaOf = (type: DashletType) =>
  contentOf(type).safeExtend({
    ...common,
    /** Id of the filter of the document for each of whose elements it is shown; absent: it is shown once. */
    repeat: FilterId.optional(),
  });

/** A dashlet of one type. */
export type DashletOf<Type extends DashletType> = {
  readonly id: string;
  readonly title: string;
  readonly place: DashletPlace;
  readonly type: Type;
  readonly settings: DashletSettings<Type>;
  readonly repeat?: string | undefined;
};
export type Dashlet = { [Type in DashletType]: DashletOf<Type> }[DashletType];

/** What a dashlet shows, without its place: in a report the item that shows it has one. */
export type ContentOfDashlet = {
  [Type in DashletType]: Pick<DashletOf<Type>, 'title' | 'type' | 'settings'>;
}[DashletType];

const [first = 'table', ...others] = dashletTypeNames;
export const Dashlet = z.discriminatedUnion('type', [
  schemaOf(first),
  ...others.map((type) => schemaOf(type)),
]) as unknown as z.ZodType<Dashlet>;

/** Reports repeat pages: a dashlet that would lose its copies there is rejected by name. */
const contentInReport = (type: DashletType) =>
  contentOf(type).safeExtend({ repeat: z.never('REPEAT_NOT_IN_REPORT').optional() });

export const ContentOfDashlet = z.discriminatedUnion('type', [
  contentInReport(first),
  ...others.map((type) => contentInReport(type)),
]) as unknown as z.ZodType<ContentOfDashlet>;
