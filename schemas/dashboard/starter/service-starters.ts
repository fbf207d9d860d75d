import {
  all,
  availability,
  delays,
  figure,
  filteredBy,
  highest,
  lastMonth,
  load,
  loadLines,
  losses,
  lowest,
  starter,
  type Sketch,
} from './starter.ts';

const worstTunnels = (title: string, kpi: string): Sketch => ({
  type: 'timeline',
  title,
  size: [8, 9],
  settings: {
    keys: ['device', 'tunnel'],
    breakdown: highest(5),
    series: [{ kpi }],
    left: { min: 0 },
    lastValue: 'top-right',
    marks: ['alarms', 'silences'],
  },
});

export const tunnels = starter(
  {
    key: 'sd-wan',
    kind: 'dashboard',
    name: 'SD-WAN',
    folder: 'NOC',
    dashlets: [
      figure('tun_avail', availability),
      figure('tun_qoe'),
      figure('tun_latency', [{ from: 0, level: 'good' }, ...delays]),
      figure('tun_loss', [{ from: 0, level: 'good' }, ...losses]),
      worstTunnels('Slowest tunnels', 'tun_latency'),
      worstTunnels('Tunnels with the most jitter', 'tun_jitter'),
      worstTunnels('Tunnels that lose packets', 'tun_loss'),
      {
        type: 'table',
        title: 'Tunnels',
        size: [24, 12],
        settings: {
          keys: ['site', 'device', 'tunnel'],
          breakdown: all,
          orderBy: 1,
          series: [
            { kpi: 'tun_avail', formatting: [...availability] },
            { kpi: 'tun_qoe' },
            { kpi: 'tun_latency', formatting: [...delays] },
            { kpi: 'tun_jitter' },
            { kpi: 'tun_loss', formatting: [...losses] },
          ],
        },
      },
      {
        type: 'sdwan',
        title: 'Routers known to their manager',
        size: [24, 10],
        settings: {
          endpoint: '/dataservice/device',
          paths: ['$.data'],
          variants: [
            { kind: 'nuage', endpoint: '/nuage/api/v6/enterprises/{manager.tenant}/nsgateways' },
            { kind: 'fortinet', endpoint: '/dvmdb/adom/{manager.tenant}/device' },
          ],
        },
      },
    ],
  },
  filteredBy('site', 'tunnel'),
);

const probes = (
  title: string,
  kpi: string,
  breakdown: ReturnType<typeof highest | typeof lowest>,
): Sketch => ({
  type: 'timeline',
  title,
  size: [12, 9],
  settings: {
    keys: ['device', 'probe'],
    breakdown,
    series: [{ kpi }],
    left: { min: 0 },
    lastValue: 'top-right',
  },
});

export const voice = starter(
  {
    key: 'ip-sla',
    kind: 'dashboard',
    name: 'IP SLA + VoIP',
    folder: 'NOC',
    dashlets: [
      probes('Probes with the longest round trip', 'sla_rtt', highest(5)),
      probes('Probes with the lowest MOS', 'sla_mos', lowest(5)),
      probes('Probes with the most jitter', 'sla_jitter', highest(5)),
      probes('Probes that lose packets', 'sla_loss', highest(5)),
      {
        type: 'table',
        title: 'Probes',
        size: [24, 11],
        settings: {
          keys: ['site', 'device', 'probe'],
          breakdown: all,
          orderBy: 4,
          series: [
            { kpi: 'sla_rtt', formatting: [...delays] },
            { kpi: 'sla_jitter' },
            { kpi: 'sla_loss', formatting: [...losses] },
            { kpi: 'sla_avail', formatting: [...availability] },
            // Below 3.6 many users are dissatisfied (ITU-T G.107, annex B).
            {
              kpi: 'sla_mos',
              formatting: [
                { from: 1, level: 'critical' },
                { from: 3.6, level: 'warning' },
                { from: 4, level: 'good' },
              ],
            },
          ],
        },
      },
      {
        type: 'timeline',
        title: 'Jitter of calls by site',
        size: [12, 9],
        settings: {
          keys: ['site'],
          breakdown: highest(5),
          series: [{ kpi: 'media_jitter' }],
          left: { min: 0 },
        },
      },
      {
        type: 'timeline',
        title: 'Packet loss of calls by site',
        size: [12, 9],
        settings: {
          keys: ['site'],
          breakdown: highest(5),
          series: [{ kpi: 'media_loss' }],
          left: { min: 0 },
        },
      },
    ],
  },
  filteredBy('site', 'device'),
);

export const serviceLevel = starter(
  {
    key: 'sla',
    kind: 'dashboard',
    name: 'SLA',
    folder: 'Service',
    dashlets: [
      figure('cpe_avail', availability),
      figure('itf_avail', availability),
      figure('tun_avail', availability),
      figure('bgp_avail', availability),
      {
        type: 'timeline',
        title: 'Availability by day',
        size: [12, 9],
        settings: {
          series: [{ kpi: 'cpe_avail' }, { kpi: 'itf_avail' }],
          left: { max: 100 },
          display: '1d',
          lastValue: 'top-right',
          marks: ['alarms', 'silences'],
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
        type: 'table',
        title: 'Availability of the sites',
        size: [24, 12],
        settings: {
          keys: ['site'],
          breakdown: all,
          orderBy: 0,
          series: ['cpe_avail', 'itf_avail', 'tun_avail', 'sla_avail'].map((kpi) => ({
            kpi,
            formatting: [...availability],
          })),
        },
      },
    ],
  },
  { ...lastMonth, ...filteredBy('site') },
);

const growth = (title: string, kpi: string, key: 'interface' | 'device'): Sketch => ({
  type: 'timeline',
  title,
  size: [12, 9],
  settings: {
    keys: [key],
    breakdown: highest(5),
    series: [{ kpi, aggregation: 'percentile', percentile: 95 }],
    regression: true,
    left: { min: 0 },
    thresholds: [...loadLines],
    display: '1d',
  },
});

export const capacity = starter(
  {
    key: 'capacity',
    kind: 'dashboard',
    name: 'Capacity planning',
    folder: 'Service',
    dashlets: [
      growth('Growth of the busiest lines, inbound', 'itf_in_util', 'interface'),
      growth('Growth of the busiest lines, outbound', 'itf_out_util', 'interface'),
      growth('Growth of the CPU load', 'cpe_cpu', 'device'),
      growth('Growth of the memory usage', 'cpe_mem', 'device'),
      {
        type: 'table',
        title: 'Lines by 95th percentile',
        size: [24, 12],
        settings: {
          keys: ['site', 'device', 'interface'],
          breakdown: all,
          orderBy: 0,
          order: 'descending',
          series: [
            {
              kpi: 'itf_in_util',
              aggregation: 'percentile',
              formatting: [...load],
              label: 'Inbound utilisation, 95th percentile',
            },
            {
              kpi: 'itf_out_util',
              aggregation: 'percentile',
              formatting: [...load],
              label: 'Outbound utilisation, 95th percentile',
            },
            { kpi: 'itf_in_bps_p95' },
            { kpi: 'itf_out_bps_p95' },
            { kpi: 'itf_in_bps_max' },
            { kpi: 'itf_out_bps_max' },
          ],
        },
      },
    ],
  },
  { ...lastMonth, ...filteredBy('site') },
);
