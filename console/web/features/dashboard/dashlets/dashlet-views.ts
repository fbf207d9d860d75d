import type { DashletType } from '#schemas/dashboard/dashlets.ts';
import type { DashletProps } from '../dashlet-props.ts';
import { loadableView, type LoadableView } from './loadable-view.ts';

/** Loads the component of each type. */
const loaders = {
  pie: () => import('./pie/PieDashlet.tsx').then(({ PieDashlet: view }) => ({ default: view })),
  table: () => import('./table/TableDashlet.tsx').then(({ TableDashlet: view }) => ({ default: view })),
  bar: () => import('./bar/BarDashlet.tsx').then(({ BarDashlet: view }) => ({ default: view })),
  timeline: () =>
    import('./timeline/TimelineDashlet.tsx').then(({ TimelineDashlet: view }) => ({ default: view })),
  sparkline: () =>
    import('./sparkline/SparklineDashlet.tsx').then(({ SparklineDashlet: view }) => ({ default: view })),
  inventory: () =>
    import('./inventory/InventoryDashlet.tsx').then(({ InventoryDashlet: view }) => ({ default: view })),
  alarms: () => import('./alarms/AlarmsDashlet.tsx').then(({ AlarmsDashlet: view }) => ({ default: view })),
  gauge: () => import('./gauge/GaugeDashlet.tsx').then(({ GaugeDashlet: view }) => ({ default: view })),
  figure: () => import('./figure/FigureDashlet.tsx').then(({ FigureDashlet: view }) => ({ default: view })),
  states: () => import('./states/StatesDashlet.tsx').then(({ StatesDashlet: view }) => ({ default: view })),
  hours: () => import('./hours/HoursDashlet.tsx').then(({ HoursDashlet: view }) => ({ default: view })),
  service: () =>
    import('./service/ServiceDashlet.tsx').then(({ ServiceDashlet: view }) => ({ default: view })),
  incidents: () =>
    import('./incidents/IncidentsDashlet.tsx').then(({ IncidentsDashlet: view }) => ({ default: view })),
  sites: () => import('./sites/SitesDashlet.tsx').then(({ SitesDashlet: view }) => ({ default: view })),
  map: () => import('./sites/MapDashlet.tsx').then(({ MapDashlet: view }) => ({ default: view })),
  text: () => import('./text/TextDashlet.tsx').then(({ TextDashlet: view }) => ({ default: view })),
  iframe: () => import('./iframe/IframeDashlet.tsx').then(({ IframeDashlet: view }) => ({ default: view })),
  sdwan: () => import('./sdwan/SdwanDashlet.tsx').then(({ SdwanDashlet: view }) => ({ default: view })),
};

/** The component of each type; its code loads with the first dashlet of it. */
export const dashletViews: { readonly [Type in DashletType]: LoadableView<DashletProps<Type>> } = {
  pie: loadableView(loaders.pie),
  table: loadableView(loaders.table),
  bar: loadableView(loaders.bar),
  timeline: loadableView(loaders.timeline),
  sparkline: loadableView(loaders.sparkline),
  inventory: loadableView(loaders.inventory),
  alarms: loadableView(loaders.alarms),
  gauge: loadableView(loaders.gauge),
  figure: loadableView(loaders.figure),
  states: loadableView(loaders.states),
  hours: loadableView(loaders.hours),
  service: loadableView(loaders.service),
  incidents: loadableView(loaders.incidents),
  sites: loadableView(loaders.sites),
  map: loadableView(loaders.map),
  text: loadableView(loaders.text),
  iframe: loadableView(loaders.iframe),
  sdwan: loadableView(loaders.sdwan),
};

/** Loads the code of dashlets in parallel to their data. A failure is that of the dashlet, once it is drawn. */
export function loadDashletViews(dashlets: readonly { readonly type: DashletType }[]): void {
  for (const type of new Set(dashlets.map((dashlet) => dashlet.type)))
    dashletViews[type].load().catch(() => undefined);
}
