import { dashletTypes, type Dashlet, type DashletType } from '#schemas/dashboard/dashlets.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { newPlace } from '../../view/grid-places.ts';

const utilization = [{ kpi: 'itf_in_util' }];
const top = { kind: 'top', count: 5 };

/** Settings that a new dashlet of a type starts with: it shows something at once. */
const startSettings: Readonly<Record<DashletType, unknown>> = {
  timeline: { series: utilization, keys: ['interface'], breakdown: top },
  table: {
    series: utilization,
    keys: ['interface'],
    breakdown: { kind: 'all' },
    orderBy: 0,
    order: 'descending',
  },
  bar: { series: utilization, keys: ['interface'], breakdown: top },
  pie: { series: [{ kpi: 'app_bytes' }], keys: ['application'], breakdown: { ...top, others: true } },
  gauge: { series: utilization, keys: [], breakdown: { kind: 'none' } },
  sparkline: { series: utilization, keys: ['interface'], breakdown: top },
  inventory: { element: 'site', properties: [{ property: 'city' }, { property: 'country' }] },
  alarms: {},
  figure: { series: utilization, keys: [], breakdown: { kind: 'none' } },
  states: {
    series: [{ kpi: 'cpe_avail' }],
    keys: ['device'],
    breakdown: { kind: 'all' },
    thresholds: [
      { from: 0, level: 'critical' },
      { from: 50, level: 'warning' },
      { from: 100, level: 'good' },
    ],
  },
  hours: { series: utilization },
  service: { series: [{ kpi: 'cpe_avail' }], keys: ['site'], breakdown: { kind: 'all' } },
  incidents: {},
  sites: {},
  map: {},
  text: {},
  iframe: { url: 'https://example.com' },
  sdwan: { endpoint: '/dataservice/device' },
};

/** Whether a document takes no more dashlets. */
export const isFull = (dashlets: readonly unknown[]): boolean =>
  dashlets.length >= dashboardLimits.maxDashlets;

const ID_BYTES = 8;

/**
 * An id that no dashlet has, neither of this editor nor of another one that adds to the same document. `randomUUID` would need HTTPS.
 */
export const newDashletId = (): string =>
  `d${[...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** A new dashlet below the others. */
export function newDashlet(type: DashletType, id: string, dashlets: readonly Dashlet[]): Dashlet {
  const { settings, size } = dashletTypes[type];
  return {
    id,
    title: '',
    place: newPlace(dashlets, size),
    type,
    settings: settings.parse(startSettings[type]),
  } as Dashlet;
}

/** A copy of a dashlet below the others. */
export const dashletCopy = (dashlet: Dashlet, id: string, dashlets: readonly Dashlet[]): Dashlet => ({
  ...structuredClone(dashlet),
  id,
  place: newPlace(dashlets, [dashlet.place.width, dashlet.place.height]),
});
