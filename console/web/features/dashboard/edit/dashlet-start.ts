import { dashletTypes } from '#schemas/dashboard/dashlets.ts';
import type { Dashlet, DashletType } from '#schemas/dashboard/dashlets.ts';
import { newPlace } from '../view/grid-places.ts';

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
  iframe: { url: 'https://example.com' },
  sdwan: { endpoint: '/dataservice/device' },
};

/** An id that no dashlet has. */
function newId(dashlets: readonly Pick<Dashlet, 'id'>[]): string {
  const taken = new Set(dashlets.map(({ id }) => id));
  let number = dashlets.length + 1;
  while (taken.has(`d${String(number)}`)) number += 1;
  return `d${String(number)}`;
}

/** A new dashlet below the others. */
export function newDashlet(type: DashletType, dashlets: readonly Dashlet[]): Dashlet {
  const { settings, size } = dashletTypes[type];
  return {
    id: newId(dashlets),
    title: '',
    place: newPlace(dashlets, size),
    type,
    settings: settings.parse(startSettings[type]),
  } as Dashlet;
}

/** A copy of a dashlet below the others. */
export const dashletCopy = (dashlet: Dashlet, dashlets: readonly Dashlet[]): Dashlet => ({
  ...structuredClone(dashlet),
  id: newId(dashlets),
  place: newPlace(dashlets, [dashlet.place.width, dashlet.place.height]),
});
