import {
  loadedAccesses,
  monthAvailability,
  runningAlarms,
  siteAvailability,
  upNow,
  worstAccessNow,
} from './home-parts.ts';
import {
  all,
  availability,
  filteredBy,
  highest,
  lastMonth,
  load,
  loadLines,
  losses,
  lowest,
  starter,
  wanTraffic,
} from './starter.ts';

export const nocHome = starter(
  {
    key: 'home-noc',
    kind: 'home',
    name: 'NOC',
    folder: '',
    dashlets: [
      runningAlarms('What is wrong now', 16),
      upNow(8),
      loadedAccesses('WAN accesses, inbound', 'in'),
      loadedAccesses('WAN accesses, outbound', 'out'),
      {
        type: 'timeline',
        title: 'Busiest lines, inbound',
        size: [12, 9],
        settings: {
          keys: ['interface'],
          breakdown: highest(5),
          series: [{ kpi: 'itf_in_util' }],
          left: { min: 0 },
          thresholds: [...loadLines],
          marks: ['alarms', 'silences'],
        },
      },
      {
        type: 'table',
        title: 'Devices with the lowest availability',
        size: [12, 9],
        settings: {
          keys: ['site', 'device'],
          breakdown: lowest(10),
          orderBy: 0,
          series: [
            { kpi: 'cpe_avail', formatting: [...availability] },
            // Whether it is down or up again, which the average of hours leaves open.
            { kpi: 'cpe_avail', aggregation: 'last', label: 'Last value', formatting: [...availability] },
            { kpi: 'cpe_cpu', formatting: [...load] },
          ],
        },
      },
      {
        type: 'timeline',
        title: 'Lines with errors',
        size: [8, 8],
        settings: {
          keys: ['interface'],
          breakdown: highest(5),
          series: [{ kpi: 'itf_in_err' }],
          left: { min: 0 },
        },
      },
      {
        type: 'timeline',
        title: 'Classes that drop packets',
        size: [8, 8],
        settings: {
          keys: ['device', 'class'],
          breakdown: highest(5),
          series: [{ kpi: 'cos_drop' }],
          left: { min: 0 },
        },
      },
      {
        type: 'timeline',
        title: 'Slowest applications',
        size: [8, 8],
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

export const serviceHome = starter(
  {
    key: 'home-service',
    kind: 'home',
    name: 'Service',
    folder: '',
    dashlets: [
      runningAlarms('What is wrong now', 14),
      worstAccessNow,
      monthAvailability,
      loadedAccesses('WAN accesses, inbound', 'in'),
      loadedAccesses('WAN accesses, outbound', 'out'),
      wanTraffic,
      {
        type: 'pie',
        title: 'Volume by application',
        size: [12, 9],
        settings: {
          keys: ['application'],
          breakdown: highest(8, true),
          series: [{ kpi: 'app_bytes' }],
          legend: { place: 'right' },
        },
      },
      {
        type: 'table',
        title: 'Sites',
        size: [14, 10],
        settings: {
          keys: ['site'],
          breakdown: all,
          orderBy: 0,
          order: 'descending',
          series: [
            {
              kpi: 'wan_in_util_worst',
              aggregation: 'maximum',
              label: 'Highest inbound utilisation',
              formatting: [...load],
            },
            {
              kpi: 'wan_out_util_worst',
              aggregation: 'maximum',
              label: 'Highest outbound utilisation',
              formatting: [...load],
            },
            { kpi: 'wan_in_bytes' },
            { kpi: 'wan_out_bytes' },
          ],
        },
      },
      siteAvailability,
      {
        type: 'table',
        title: 'Top applications',
        size: [12, 10],
        settings: {
          keys: ['application'],
          breakdown: highest(10),
          orderBy: 0,
          order: 'descending',
          series: [{ kpi: 'app_bytes' }, { kpi: 'app_bps' }, { kpi: 'app_resp' }],
        },
      },
      {
        type: 'bar',
        title: 'Sites with the longest response times',
        size: [12, 10],
        settings: { keys: ['site'], breakdown: highest(10), series: [{ kpi: 'app_resp' }] },
      },
    ],
  },
  filteredBy('site'),
);

export const managementHome = starter(
  {
    key: 'home-management',
    kind: 'home',
    name: 'Management',
    folder: '',
    dashlets: [
      runningAlarms('Critical alarms', 14, ['critical']),
      monthAvailability,
      {
        type: 'gauge',
        title: 'Volume and loss',
        size: [5, 8],
        settings: {
          shape: 'number',
          series: [
            { kpi: 'wan_in_bytes', label: 'WAN inbound' },
            { kpi: 'wan_out_bytes', label: 'WAN outbound' },
            {
              kpi: 'tun_loss',
              label: 'Loss of the tunnels',
              formatting: [{ from: 0, level: 'good' }, ...losses],
            },
          ],
        },
      },
      {
        type: 'timeline',
        title: 'Availability by day',
        size: [12, 9],
        settings: {
          series: [{ kpi: 'cpe_avail' }],
          left: { max: 100 },
          display: '1d',
          lastValue: 'top-right',
        },
      },
      {
        type: 'timeline',
        title: 'WAN volume by day',
        size: [12, 9],
        settings: {
          series: [{ kpi: 'wan_in_bytes' }, { kpi: 'wan_out_bytes' }],
          display: '1d',
          style: 'bars',
          stacked: true,
          regression: true,
        },
      },
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
        type: 'sparkline',
        title: 'Lines closest to their capacity',
        size: [12, 9],
        settings: {
          keys: ['interface'],
          breakdown: highest(8),
          regression: true,
          lastValue: 'top-right',
          series: [{ kpi: 'wan_in_util', aggregation: 'percentile' }],
        },
      },
    ],
  },
  lastMonth,
);
