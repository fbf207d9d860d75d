import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { DashletType } from '#schemas/dashboard/dashlets.ts';
import type { DashletProps } from '../dashlet-props.ts';

type Views = {
  readonly [Type in DashletType]: LazyExoticComponent<ComponentType<DashletProps<Type>>>;
};

/** The component of each type; its code loads with the first dashlet of it. */
export const dashletViews: Views = {
  pie: lazy(() => import('./pie/PieDashlet.tsx').then(({ PieDashlet: view }) => ({ default: view }))),
  table: lazy(() => import('./table/TableDashlet.tsx').then(({ TableDashlet: view }) => ({ default: view }))),
  bar: lazy(() => import('./bar/BarDashlet.tsx').then(({ BarDashlet: view }) => ({ default: view }))),
  timeline: lazy(() =>
    import('./timeline/TimelineDashlet.tsx').then(({ TimelineDashlet: view }) => ({ default: view })),
  ),
  sparkline: lazy(() =>
    import('./sparkline/SparklineDashlet.tsx').then(({ SparklineDashlet: view }) => ({ default: view })),
  ),
  inventory: lazy(() =>
    import('./inventory/InventoryDashlet.tsx').then(({ InventoryDashlet: view }) => ({ default: view })),
  ),
  gauge: lazy(() => import('./gauge/GaugeDashlet.tsx').then(({ GaugeDashlet: view }) => ({ default: view }))),
  iframe: lazy(() =>
    import('./iframe/IframeDashlet.tsx').then(({ IframeDashlet: view }) => ({ default: view })),
  ),
  sdwan: lazy(() => import('./sdwan/SdwanDashlet.tsx').then(({ SdwanDashlet: view }) => ({ default: view }))),
};
