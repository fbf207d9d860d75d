import { availability, highest, loadLines, lowest } from '../../dashboard/starter/starter.ts';
import type { Tile, Words } from './sheet.ts';

/** Of the twelve columns of a page. */
export const HALF = 6;
export const ALL = 12;

type Formatting = readonly { readonly from: number; readonly level: 'good' | 'warning' | 'critical' }[];

interface FigureLook {
  readonly formatting?: Formatting;
  /** Ends of the dial. */
  readonly axis?: { readonly min: number; readonly max: number };
  readonly note?: Words;
}

export const figureTile = (
  kpi: string,
  title: Words,
  { formatting = [], axis, note }: FigureLook = {},
): Tile => ({
  type: 'gauge',
  title,
  columns: 3,
  height: note === undefined ? 150 : 176,
  settings: {
    shape: formatting.length > 0 ? 'arc' : 'number',
    series: [{ kpi, formatting: [...formatting] }],
    ...(axis !== undefined && { axis }),
  },
  ...(note !== undefined && { note }),
});

/** What the service level promises: the limits of the colours, the lines of charts, and the notes below the values. */
export const promises = {
  availability: {
    note: { en: 'Promised: at least 99.9%', fr: 'Engagement\u00A0: au moins 99,9\u00A0%' },
    formatting: availability,
    axis: { min: 98, max: 100 },
    line: [{ from: 99.9, level: 'warning' }],
  },
  latency: {
    note: { en: 'Promised: at most 100 ms', fr: 'Engagement\u00A0: au plus 100\u00A0ms' },
    formatting: [
      { from: 0, level: 'good' },
      { from: 100, level: 'warning' },
      { from: 150, level: 'critical' },
    ],
    axis: { min: 0, max: 200 },
  },
  loss: {
    note: { en: 'Promised: at most 0.5%', fr: 'Engagement\u00A0: au plus 0,5\u00A0%' },
    formatting: [
      { from: 0, level: 'good' },
      { from: 0.5, level: 'warning' },
      { from: 1, level: 'critical' },
    ],
    axis: { min: 0, max: 2 },
  },
} as const;

/** Availability differs in its last percents: an axis from 0 shows a straight line. */
export const availabilityAxis = { min: 95, max: 100 } as const;

export const availabilityByDay: Tile = {
  type: 'timeline',
  title: { en: 'Availability by day', fr: 'Disponibilité par jour' },
  columns: HALF,
  height: 240,
  settings: {
    series: [{ kpi: 'cpe_avail' }, { kpi: 'itf_avail' }],
    left: availabilityAxis,
    display: '1d',
    thresholds: [...promises.availability.line],
    marks: ['silences'],
  },
};

export const traffic = (columns = HALF): Tile => ({
  type: 'timeline',
  title: { en: 'WAN traffic', fr: 'Trafic WAN' },
  columns,
  height: 240,
  settings: {
    series: [
      { kpi: 'wan_in_bps', label: 'Inbound' },
      { kpi: 'wan_out_bps', label: 'Outbound' },
    ],
    left: { min: 0 },
    lastValue: 'top-right',
  },
});

/** A bar with its gap, and what is above the first one. */
const [BAR, BARS_HEAD] = [25, 44];
export const barsHeight = (count: number): number => BARS_HEAD + count * BAR;

/** The lowest or highest of something, as many as the tile has room for. */
export const ranked = (
  title: Words,
  settings: Pick<Extract<Tile, { type: 'bar' }>['settings'], 'keys' | 'series'>,
  { count = 8, order = 'lowest' }: { readonly count?: number; readonly order?: 'lowest' | 'highest' } = {},
): Tile => ({
  type: 'bar',
  title,
  columns: HALF,
  height: barsHeight(count),
  settings: { ...settings, breakdown: order === 'lowest' ? lowest(count) : highest(count) },
});

export const worstSitesTile = (count?: number): Tile =>
  ranked(
    { en: 'Sites with the lowest availability', fr: 'Sites les moins disponibles' },
    { keys: ['site'], series: [{ kpi: 'cpe_avail', formatting: [...availability] }] },
    count === undefined ? {} : { count },
  );

export const worstLines = ranked(
  { en: 'Lines with the lowest availability', fr: 'Liaisons les moins disponibles' },
  { keys: ['device', 'interface'], series: [{ kpi: 'itf_avail', formatting: [...availability] }] },
);

export const topApplications = (columns = HALF, height = 260): Tile => ({
  type: 'pie',
  title: { en: 'Applications by volume', fr: 'Applications par volume' },
  columns,
  height,
  settings: { keys: ['application'], breakdown: highest(8, true), series: [{ kpi: 'app_bytes' }] },
});

export const alarms = (
  height: number,
  title: Words = { en: 'Running alarms', fr: 'Alarmes en cours' },
): Tile => ({
  type: 'alarms',
  title,
  columns: ALL,
  height,
  settings: {},
});

export const growth = (title: Words, kpi: string): Tile => ({
  type: 'timeline',
  title,
  columns: HALF,
  height: 250,
  settings: {
    keys: ['interface'],
    breakdown: highest(5),
    series: [{ kpi, aggregation: 'percentile', percentile: 95 }],
    regression: true,
    left: { min: 0 },
    thresholds: [...loadLines],
    display: '1d',
  },
});
