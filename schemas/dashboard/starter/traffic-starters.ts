import { all, delays, figure, filteredBy, highest, losses, starter } from './starter.ts';

export const qos = starter(
  {
    key: 'qos',
    kind: 'dashboard',
    name: 'QoS',
    folder: 'NOC',
    dashlets: [
      {
        type: 'timeline',
        title: 'Classes that drop packets',
        size: [12, 9],
        settings: {
          keys: ['device', 'class'],
          breakdown: highest(5),
          series: [{ kpi: 'cos_drop' }],
          left: { min: 0 },
          thresholds: [{ from: 1, level: 'critical' }],
          marks: ['alarms', 'silences'],
        },
      },
      {
        type: 'timeline',
        title: 'Busiest classes',
        size: [12, 9],
        settings: {
          keys: ['device', 'class'],
          breakdown: highest(5),
          series: [{ kpi: 'cos_util' }],
          left: { min: 0 },
        },
      },
      {
        type: 'table',
        title: 'Classes of service',
        size: [24, 11],
        settings: {
          keys: ['site', 'device', 'class'],
          breakdown: all,
          orderBy: 3,
          order: 'descending',
          series: [
            { kpi: 'cos_in_bps' },
            { kpi: 'cos_out_bps' },
            { kpi: 'cos_util' },
            { kpi: 'cos_drop', formatting: [...losses] },
            { kpi: 'cos_drop_bytes' },
            { kpi: 'cos_qdepth' },
          ],
        },
      },
      {
        type: 'pie',
        title: 'Volume by DSCP',
        size: [8, 9],
        settings: { keys: ['class'], breakdown: highest(8, true), series: [{ kpi: 'app_bytes' }] },
      },
      {
        type: 'timeline',
        title: 'Throughput by DSCP',
        size: [16, 9],
        settings: {
          keys: ['class'],
          breakdown: highest(8, true),
          series: [{ kpi: 'app_bps' }],
          style: 'area',
          stacked: true,
        },
      },
    ],
  },
  filteredBy('site'),
);

export const applicationTraffic = starter(
  {
    key: 'applications',
    kind: 'dashboard',
    name: 'Applications',
    folder: 'NOC',
    dashlets: [
      {
        type: 'timeline',
        title: 'Throughput by application',
        size: [16, 9],
        settings: {
          keys: ['application'],
          breakdown: highest(8, true),
          series: [{ kpi: 'app_bps' }],
          style: 'area',
          stacked: true,
          legend: { place: 'right', values: ['average', 'maximum'] },
        },
      },
      {
        type: 'pie',
        title: 'Volume by application',
        size: [8, 9],
        settings: { keys: ['application'], breakdown: highest(8, true), series: [{ kpi: 'app_bytes' }] },
      },
      {
        type: 'table',
        title: 'Applications',
        size: [24, 12],
        settings: {
          keys: ['application'],
          breakdown: all,
          orderBy: 0,
          order: 'descending',
          maxLines: 200,
          series: [
            { kpi: 'app_bytes' },
            { kpi: 'app_bps' },
            { kpi: 'app_flows' },
            {
              kpi: 'app_resp',
              formatting: [
                { from: 500, level: 'warning' },
                { from: 1_000, level: 'critical' },
              ],
            },
            { kpi: 'app_net', formatting: [...delays] },
            { kpi: 'app_retrans', formatting: [...losses] },
          ],
        },
      },
      {
        type: 'timeline',
        title: 'Slowest applications',
        size: [12, 9],
        settings: {
          keys: ['application'],
          breakdown: highest(5),
          series: [{ kpi: 'app_resp' }],
          left: { min: 0 },
        },
      },
      {
        type: 'bar',
        title: 'Sites with the longest response times',
        size: [12, 9],
        settings: { keys: ['site'], breakdown: highest(10), series: [{ kpi: 'app_resp' }] },
      },
    ],
  },
  filteredBy('site', 'application'),
);

export const talkers = starter(
  {
    key: 'top-talkers',
    kind: 'dashboard',
    name: 'Top talkers',
    folder: 'NOC',
    dashlets: [
      {
        type: 'bar',
        title: 'Sites by volume',
        size: [8, 10],
        settings: { keys: ['site'], breakdown: highest(10), series: [{ kpi: 'app_bytes' }] },
      },
      {
        type: 'bar',
        title: 'Applications by volume',
        size: [8, 10],
        settings: { keys: ['application'], breakdown: highest(10), series: [{ kpi: 'app_bytes' }] },
      },
      {
        type: 'bar',
        title: 'Sites by new connections',
        size: [8, 10],
        settings: { keys: ['site'], breakdown: highest(10), series: [{ kpi: 'app_flows' }] },
      },
      {
        type: 'table',
        title: 'Conversations between sites',
        size: [12, 11],
        settings: {
          keys: ['site', 'conversation'],
          breakdown: highest(30),
          conversationMode: true,
          orderBy: 0,
          order: 'descending',
          series: [{ kpi: 'app_bytes' }, { kpi: 'app_bps' }, { kpi: 'app_flows' }],
        },
      },
      {
        type: 'timeline',
        title: 'Throughput by site',
        size: [12, 11],
        settings: {
          keys: ['site'],
          breakdown: highest(8, true),
          series: [{ kpi: 'app_bps' }],
          style: 'area',
          stacked: true,
        },
      },
    ],
  },
  filteredBy('site', 'application'),
);

export const flowExport = starter(
  {
    key: 'flow-export',
    kind: 'dashboard',
    name: 'NetFlow + IPFIX',
    folder: 'NOC',
    dashlets: [
      figure('col_lost', losses, { width: 8 }),
      figure('app_flows', [], { width: 8 }),
      figure('app_bytes', [], { width: 8 }),
      {
        type: 'timeline',
        title: 'Exporters that lose flows',
        size: [12, 9],
        settings: {
          keys: ['device', 'collector'],
          breakdown: highest(5),
          series: [{ kpi: 'col_lost' }],
          left: { min: 0 },
          thresholds: [{ from: 1, level: 'critical' }],
        },
      },
      {
        type: 'timeline',
        title: 'New connections',
        size: [12, 9],
        settings: { series: [{ kpi: 'app_flows' }], comparison: 'week' },
      },
      {
        type: 'table',
        title: 'Exporters',
        size: [24, 11],
        settings: {
          keys: ['site', 'device', 'collector'],
          breakdown: all,
          orderBy: 1,
          series: [{ kpi: 'col_lost', formatting: [...losses] }, { kpi: 'col_last' }],
        },
      },
    ],
  },
  filteredBy('site'),
);
