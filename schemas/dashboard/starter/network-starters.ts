import {
  all,
  availability,
  figure,
  filteredBy,
  highest,
  load,
  loadLines,
  losses,
  lowest,
  starter,
  wanTraffic,
  type Sketch,
} from './starter.ts';

export const sites = starter(
  {
    key: 'sites',
    kind: 'dashboard',
    name: 'Sites',
    folder: 'NOC',
    dashlets: [
      figure('cpe_avail', availability),
      figure('itf_avail', availability),
      figure('cpe_cpu', load, { title: 'Highest CPU load', aggregation: 'maximum', over: 'maximum' }),
      figure('wan_in_util_worst', load, { title: 'Highest inbound utilisation', aggregation: 'maximum' }),
      wanTraffic,
      {
        type: 'bar',
        title: 'Sites with the lowest availability',
        size: [12, 9],
        settings: {
          keys: ['site'],
          breakdown: lowest(10),
          series: [{ kpi: 'cpe_avail', formatting: [...availability] }],
        },
      },
      {
        type: 'table',
        title: 'Sites',
        size: [24, 11],
        settings: {
          keys: ['site'],
          breakdown: all,
          orderBy: 0,
          series: [
            { kpi: 'cpe_avail', formatting: [...availability] },
            { kpi: 'cpe_cpu', formatting: [...load] },
            {
              kpi: 'wan_in_util_worst',
              aggregation: 'maximum',
              formatting: [...load],
              label: 'Highest inbound utilisation',
            },
            {
              kpi: 'wan_out_util_worst',
              aggregation: 'maximum',
              formatting: [...load],
              label: 'Highest outbound utilisation',
            },
            { kpi: 'wan_in_bytes' },
            { kpi: 'wan_out_bytes' },
          ],
        },
      },
      {
        type: 'inventory',
        title: 'Site locations',
        size: [24, 9],
        settings: {
          element: 'site',
          properties: [{ property: 'city' }, { property: 'country' }],
        },
      },
    ],
  },
  filteredBy('site'),
);

const lineShare = (title: string, kpi: string): Sketch => ({
  type: 'timeline',
  title,
  size: [12, 9],
  settings: {
    keys: ['interface'],
    breakdown: highest(5),
    series: [{ kpi }],
    left: { min: 0 },
    thresholds: [...loadLines],
    lastValue: 'top-right',
    marks: ['alarms', 'silences'],
  },
});

export const wan = starter(
  {
    key: 'wan',
    kind: 'dashboard',
    name: 'WAN',
    folder: 'NOC',
    dashlets: [
      lineShare('Busiest lines, inbound', 'itf_in_util'),
      lineShare('Busiest lines, outbound', 'itf_out_util'),
      {
        type: 'table',
        title: 'Lines',
        size: [24, 12],
        settings: {
          keys: ['site', 'device', 'interface'],
          breakdown: all,
          orderBy: 1,
          order: 'descending',
          series: [
            { kpi: 'itf_avail', formatting: [...availability] },
            { kpi: 'itf_in_util', formatting: [...load] },
            { kpi: 'itf_out_util', formatting: [...load] },
            { kpi: 'itf_in_bps_p95' },
            { kpi: 'itf_out_bps_p95' },
            { kpi: 'itf_in_err', formatting: [...losses] },
            { kpi: 'itf_out_disc', formatting: [...losses] },
          ],
        },
      },
      {
        type: 'timeline',
        title: 'Lines with errors',
        size: [8, 9],
        settings: {
          keys: ['interface'],
          breakdown: highest(5),
          series: [{ kpi: 'itf_in_err' }],
          left: { min: 0 },
        },
      },
      {
        type: 'timeline',
        title: 'Lines that discard packets',
        size: [8, 9],
        settings: {
          keys: ['interface'],
          breakdown: highest(5),
          series: [{ kpi: 'itf_out_disc' }],
          left: { min: 0 },
        },
      },
      {
        type: 'bar',
        title: 'Lines by volume',
        size: [8, 9],
        settings: {
          keys: ['interface'],
          breakdown: highest(10),
          stacked: true,
          series: [{ kpi: 'itf_in_bytes' }, { kpi: 'itf_out_bytes' }],
        },
      },
    ],
  },
  filteredBy('site', 'interface'),
);

export const equipment = starter(
  {
    key: 'cpe',
    kind: 'dashboard',
    name: 'CPE',
    folder: 'NOC',
    dashlets: [
      ...(['cpe_cpu', 'cpe_mem'] as const).map((kpi): Sketch => ({
        type: 'timeline',
        title: '',
        size: [12, 9],
        settings: {
          keys: ['device'],
          breakdown: highest(5),
          series: [{ kpi }],
          left: { min: 0, max: 100 },
          thresholds: [...loadLines],
          lastValue: 'top-right',
        },
      })),
      {
        type: 'table',
        title: 'Devices',
        size: [24, 11],
        settings: {
          keys: ['site', 'device'],
          breakdown: all,
          orderBy: 0,
          series: [
            { kpi: 'cpe_avail', formatting: [...availability] },
            { kpi: 'cpe_cpu', formatting: [...load] },
            { kpi: 'cpe_mem', formatting: [...load] },
            { kpi: 'cpe_uptime' },
            { kpi: 'cpe_last_boot' },
          ],
        },
      },
      {
        type: 'timeline',
        title: 'Hottest sensors',
        size: [12, 9],
        settings: {
          keys: ['device', 'sensor'],
          breakdown: highest(5),
          series: [{ kpi: 'sensor_temperature' }],
        },
      },
      {
        type: 'table',
        title: 'Hardware',
        size: [12, 9],
        settings: {
          keys: ['device', 'sensor'],
          breakdown: all,
          orderBy: 0,
          series: [
            { kpi: 'sensor_avail', formatting: [...availability] },
            { kpi: 'sensor_fan_speed' },
            { kpi: 'sensor_power' },
          ],
        },
      },
    ],
  },
  filteredBy('site', 'device'),
);

export const routing = starter(
  {
    key: 'bgp',
    kind: 'dashboard',
    name: 'BGP',
    folder: 'NOC',
    dashlets: [
      figure('bgp_avail', availability, { width: 8 }),
      figure('bgp_flaps', [], { width: 8 }),
      figure('bgp_in_updates', [], { width: 8 }),
      {
        type: 'timeline',
        title: 'Sessions with the lowest availability',
        size: [12, 9],
        settings: {
          keys: ['device', 'peer'],
          breakdown: lowest(5),
          series: [{ kpi: 'bgp_avail' }],
          left: { min: 0, max: 100 },
        },
      },
      {
        type: 'timeline',
        title: 'Sessions with the most updates',
        size: [12, 9],
        settings: {
          keys: ['device', 'peer'],
          breakdown: highest(5),
          series: [{ kpi: 'bgp_in_updates' }],
          left: { min: 0 },
        },
      },
      {
        type: 'table',
        title: 'BGP sessions',
        size: [24, 11],
        settings: {
          keys: ['site', 'device', 'peer'],
          breakdown: all,
          orderBy: 0,
          series: [
            { kpi: 'bgp_avail', formatting: [...availability] },
            { kpi: 'bgp_flaps' },
            { kpi: 'bgp_uptime' },
            { kpi: 'bgp_in_updates' },
            { kpi: 'bgp_out_updates' },
          ],
        },
      },
    ],
  },
  filteredBy('site', 'device'),
);
