import type { Severity } from '../../alerting/severity.ts';
import { availability, highest, load, type Sketch } from './starter.ts';

/** Twice the time after which a server that has just started takes a window for closed, of which it was not notified. */
const now = { period: { kind: 'last', minutes: 30 } } as const;
const thisMonth = { period: { kind: 'current', unit: 'month' } } as const;

/** What is wrong now, with its place and since when. */
export const runningAlarms = (
  title: string,
  width: number,
  severities: readonly Severity[] = [],
): Sketch => ({
  type: 'alarms',
  title,
  size: [width, 8],
  settings: { severities: [...severities] },
});

const upShare = (kpi: string, label: string) => ({
  kpi,
  label,
  formatting: [...availability],
  aggregation: 'last' as const,
});

/** Of each kind of element, the share that is up now. */
export const upNow = (width: number): Sketch => ({
  type: 'gauge',
  title: 'Up now',
  size: [width, 8],
  settings: {
    ...now,
    series: [
      upShare('cpe_avail', 'Devices'),
      upShare('itf_avail', 'Lines'),
      upShare('tun_avail', 'Tunnels'),
      upShare('bgp_avail', 'BGP sessions'),
    ],
  },
});

/** The load of the WAN access that is loaded most now, in each direction. */
export const worstAccessNow: Sketch = {
  type: 'gauge',
  title: 'Worst WAN access',
  size: [5, 8],
  settings: {
    ...now,
    series: [
      { kpi: 'wan_in_util_worst', aggregation: 'last', label: 'Inbound', formatting: [...load] },
      { kpi: 'wan_out_util_worst', aggregation: 'last', label: 'Outbound', formatting: [...load] },
    ],
  },
};

/** Availability since the beginning of the month. The objective is the one that levels of availability have. */
export const monthAvailability: Sketch = {
  type: 'gauge',
  title: 'Availability',
  size: [5, 8],
  settings: {
    ...thisMonth,
    shape: 'number',
    series: [
      { kpi: 'cpe_avail', label: 'Devices, objective 99.9%', formatting: [...availability] },
      { kpi: 'itf_avail', label: 'Lines, objective 99.9%', formatting: [...availability] },
    ],
  },
};

/** Sites by their availability since the beginning of the month, the lowest first. */
export const siteAvailability: Sketch = {
  type: 'table',
  title: 'Availability of the sites, objective 99.9%',
  size: [10, 10],
  settings: {
    ...thisMonth,
    keys: ['site'],
    breakdown: { kind: 'all' },
    orderBy: 0,
    series: [
      { kpi: 'cpe_avail', label: 'Devices', formatting: [...availability] },
      { kpi: 'itf_avail', label: 'Lines', formatting: [...availability] },
    ],
  },
};

/** The WAN accesses with the highest load now, with their throughput and bandwidth. */
export const loadedAccesses = (title: string, direction: 'in' | 'out'): Sketch => ({
  type: 'table',
  title,
  size: [12, 9],
  settings: {
    ...now,
    keys: ['site', 'interface'],
    breakdown: highest(10),
    orderBy: 0,
    order: 'descending',
    series: [
      { kpi: `wan_${direction}_util`, aggregation: 'last', label: 'Utilisation', formatting: [...load] },
      { kpi: `wan_${direction}_bps`, aggregation: 'last', label: 'Throughput' },
      { kpi: `wan_${direction}_capacity`, label: 'Bandwidth' },
    ],
  },
});
