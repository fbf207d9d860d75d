import { all, availability, figure, filteredBy, highest, lastMonth, load, loadLines } from './starter.ts';
import { losses, lowest, starter, wanTraffic } from './starter.ts';
import type { Sketch } from './starter.ts';

export const nocHome = starter(
  {
    ...{ key: 'home-noc', kind: 'home', name: 'NOC', folder: '' },
    dashlets: [
      figure('cpe_avail', availability),
      figure('itf_avail', availability),
      figure('tun_avail', availability),
      figure('bgp_flaps'),
      {
        ...{ type: 'timeline', title: 'Busiest lines, inbound', size: [12, 9] },
        settings: {
          ...{
            keys: ['interface'],
            breakdown: highest(5),
            series: [{ kpi: 'itf_in_util' }],
            left: { min: 0 },
          },
          ...{ thresholds: [...loadLines], marks: ['alarms', 'silences'] },
        },
      },
      {
        ...{ type: 'table', title: 'Devices with the lowest availability', size: [12, 9] },
        settings: {
          ...{ keys: ['site', 'device'], breakdown: lowest(10), orderBy: 0 },
          series: [
            { kpi: 'cpe_avail', formatting: [...availability] },
            // Whether it is down or up again, which the average of hours leaves open.
            { kpi: 'cpe_avail', aggregation: 'last', label: 'Now', formatting: [...availability] },
            { kpi: 'cpe_cpu', formatting: [...load] },
          ],
        },
      },
      {
        ...{ type: 'timeline', title: 'Lines with errors', size: [8, 8] },
        settings: {
          keys: ['interface'],
          breakdown: highest(5),
          series: [{ kpi: 'itf_in_err' }],
          left: { min: 0 },
        },
      },
      {
        ...{ type: 'timeline', title: 'Classes that drop packets', size: [8, 8] },
        settings: {
          keys: ['device', 'class'],
          breakdown: highest(5),
          series: [{ kpi: 'cos_drop' }],
          left: { min: 0 },
        },
      },
      {
        ...{ type: 'timeline', title: 'Slowest applications', size: [8, 8] },
        settings: {
          keys: ['application'],
          breakdown: highest(5),
          series: [{ kpi: 'app_resp' }],
          left: { min: 0 },
        },
      },
    ],
  },
  { ...filteredBy('site'), period: { kind: 'last', minutes: 6 * 60 } },
);

/** The WAN accesses with the highest load of their busiest five minutes, whose line may be short. */
const busiestAccesses = (title: string, direction: 'in' | 'out'): Sketch => ({
  ...{ type: 'table', title, size: [12, 9] },
  settings: {
    ...{ keys: ['site', 'device', 'interface'], breakdown: highest(10), orderBy: 0, order: 'descending' },
    series: [
      {
        kpi: `wan_${direction}_util`,
        aggregation: 'maximum',
        label: 'Highest utilisation',
        formatting: [...load],
      },
      { kpi: `wan_${direction}_util`, aggregation: 'last', label: 'Now', formatting: [...load] },
      { kpi: `wan_${direction}_capacity`, label: 'Bandwidth' },
    ],
  },
});

export const serviceHome = starter(
  {
    ...{ key: 'home-service', kind: 'home', name: 'Service', folder: '' },
    dashlets: [
      figure('cpe_avail', availability, 8),
      figure('wan_in_util_worst', load, 8),
      figure('wan_out_util_worst', load, 8),
      busiestAccesses('Busiest WAN accesses, inbound', 'in'),
      busiestAccesses('Busiest WAN accesses, outbound', 'out'),
      wanTraffic,
      {
        ...{ type: 'pie', title: 'Volume by application', size: [12, 9] },
        settings: {
          keys: ['application'],
          breakdown: highest(8, true),
          series: [{ kpi: 'app_bytes' }],
          legend: { place: 'right' },
        },
      },
      {
        ...{ type: 'table', title: 'Sites', size: [12, 10] },
        settings: {
          ...{ keys: ['site'], breakdown: all, orderBy: 0 },
          series: [
            { kpi: 'cpe_avail', formatting: [...availability] },
            { kpi: 'wan_in_util_worst', formatting: [...load] },
            { kpi: 'wan_out_util_worst', formatting: [...load] },
            { kpi: 'wan_in_bps' },
            { kpi: 'wan_out_bps' },
          ],
        },
      },
      {
        ...{ type: 'bar', title: 'Sites with the longest response times', size: [12, 10] },
        settings: { keys: ['site'], breakdown: highest(10), series: [{ kpi: 'app_resp' }] },
      },
    ],
  },
  filteredBy('site'),
);

export const managementHome = starter(
  {
    ...{ key: 'home-management', kind: 'home', name: 'Management', folder: '' },
    dashlets: [
      figure('cpe_avail', availability),
      figure('itf_avail', availability),
      figure('app_bytes'),
      figure('tun_loss', [{ from: 0, level: 'good' }, ...losses]),
      {
        ...{ type: 'timeline', title: 'Availability by day', size: [12, 9] },
        settings: {
          series: [{ kpi: 'cpe_avail' }],
          left: { max: 100 },
          display: '1d',
          lastValue: 'top-right',
        },
      },
      {
        ...{ type: 'timeline', title: 'WAN volume by day', size: [12, 9] },
        settings: {
          ...{ series: [{ kpi: 'wan_in_bytes' }, { kpi: 'wan_out_bytes' }], display: '1d' },
          ...{ style: 'bars', stacked: true, regression: true },
        },
      },
      {
        ...{ type: 'bar', title: 'Sites with the lowest availability', size: [12, 9] },
        settings: {
          ...{ keys: ['site'], breakdown: lowest(10) },
          series: [{ kpi: 'cpe_avail', formatting: [...availability] }],
        },
      },
      {
        ...{ type: 'sparkline', title: 'Lines closest to their capacity', size: [12, 9] },
        settings: {
          ...{ keys: ['interface'], breakdown: highest(8), regression: true, lastValue: 'top-right' },
          series: [{ kpi: 'wan_in_util', aggregation: 'percentile' }],
        },
      },
    ],
  },
  lastMonth,
);
