import { dscpText } from '#schemas/qos/dscp.ts';
import type { FlowMapArc } from '#schemas/flowmap/flow-map.ts';
import type { Severity } from '#schemas/alerting/severity.ts';

/** Groups of code points, from the most urgent: expedited and voice, video, assured classes, the default, and below it. */
export const classBands = ['urgent', 'video', 'assured', 'default', 'scavenger'] as const;
export type ClassBand = (typeof classBands)[number];

const bands: readonly (readonly [ClassBand, readonly string[]])[] = [
  ['urgent', ['EF', 'VOICE-ADMIT', 'CS5', 'CS6', 'CS7']],
  ['video', ['AF41', 'AF42', 'AF43', 'CS4', 'CS3', 'AF31', 'AF32', 'AF33']],
  ['assured', ['AF21', 'AF22', 'AF23', 'CS2', 'AF11', 'AF12', 'AF13']],
  ['scavenger', ['CS1', 'LE']],
];

/** The band of a code point; those without a name are of the default. */
export const bandOf = (dscp: number): ClassBand =>
  bands.find(([, names]) => names.includes(dscpText(dscp)))?.[0] ?? 'default';

/** Bounds of network times in milliseconds, and of shares of loss. */
export const latencyBands = ['low', 'medium', 'high', 'unknown'] as const;
export type LatencyBand = (typeof latencyBands)[number];
export const latencyBounds = { medium: 50, high: 150 } as const;

export function latencyBand(ms: number | null | undefined): LatencyBand {
  if (ms === null || ms === undefined) return 'unknown';
  if (ms >= latencyBounds.high) return 'high';
  return ms >= latencyBounds.medium ? 'medium' : 'low';
}

export const loadBands = ['low', 'medium', 'high', 'unknown'] as const;
export type LoadBand = (typeof loadBands)[number];
/** Percent of the most loaded access. */
export const loadBounds = { medium: 60, high: 85 } as const;

export function loadBand(percent: number | null): LoadBand {
  if (percent === null) return 'unknown';
  if (percent >= loadBounds.high) return 'high';
  return percent >= loadBounds.medium ? 'medium' : 'low';
}

/** What an arc is coloured by: the custom property of the colour. */
export type ArcTone =
  | ClassBand
  | `latency-${LatencyBand}`
  | `load-${LoadBand}`
  | `severity-${Severity | 'none'}`;

export const toneVariables: Readonly<Record<ArcTone, string>> = {
  urgent: '--tt-series-4',
  video: '--tt-series-2',
  assured: '--tt-series-3',
  default: '--tt-series-1',
  scavenger: '--tt-series-others',
  'latency-low': '--tt-ok',
  'latency-medium': '--tt-major',
  'latency-high': '--tt-critical',
  'latency-unknown': '--tt-unknown',
  'load-low': '--tt-ok',
  'load-medium': '--tt-major',
  'load-high': '--tt-critical',
  'load-unknown': '--tt-unknown',
  'severity-critical': '--tt-critical',
  'severity-major': '--tt-major',
  'severity-minor': '--tt-minor',
  'severity-none': '--tt-ok',
};

/** The class that most of the traffic of an arc has. */
export const classTone = ({ classes: [heaviest] }: Pick<FlowMapArc, 'classes'>): ClassBand =>
  bandOf(heaviest?.dscp ?? 0);

const order: readonly (Severity | 'none')[] = ['critical', 'major', 'minor', 'none'];

/** The worst of the running alarms at both ends. */
export function severityTone(
  { one, other }: Pick<FlowMapArc, 'one' | 'other'>,
  bySite: ReadonlyMap<number, Severity>,
): `severity-${Severity | 'none'}` {
  const found = [bySite.get(one) ?? 'none', bySite.get(other) ?? 'none'] as const;
  return `severity-${order.find((each) => found.includes(each)) ?? 'none'}`;
}
