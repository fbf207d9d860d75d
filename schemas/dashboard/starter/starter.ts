import type { z } from 'zod';
import { dashboardLimits } from '../../limit/dashboard.ts';
import type { dashletTypes, DashletType } from '../dashlets.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '../document.ts';
import type { DocumentKind } from '../routes.ts';
import { descriptionOf } from './descriptions.ts';
import { frenchOf } from './french.ts';

/** Width and height in cells of the grid. */
type Size = readonly [width: number, height: number];

interface WrittenSettings<Type extends DashletType> {
  readonly type: Type;
  /** Empty: named after its KPIs. */
  readonly title: string;
  readonly size: Size;
  readonly settings: z.input<(typeof dashletTypes)[Type]['settings']>;
}
/** A dashlet without a place: dashlets follow each other from left to right. */
export type Sketch = { [Type in DashletType]: WrittenSettings<Type> }[DashletType];

type StarterFields = Omit<WrittenDocument, 'version' | 'dashlets' | 'translations'>;

/** A dashboard or home page that every installation starts with. */
export interface Starter {
  /** Never reused: one that was deleted does not return. */
  readonly key: string;
  readonly kind: DocumentKind;
  /** In English, as the description: the translations of the document have the French ones. */
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly document: WrittenDocument;
}

/** Places from left to right, in rows as high as their highest dashlet. */
function placed(sketches: readonly Sketch[]): WrittenDocument['dashlets'] {
  let [x, y, rowHeight] = [0, 0, 0];
  return sketches.map(({ type, title, size: [width, height], settings }, index) => {
    if (x + width > dashboardLimits.columns) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const place = { x, y, width, height };
    x += width;
    rowHeight = Math.max(rowHeight, height);
    return { id: `d${String(index + 1)}`, type, title, place, settings };
  });
}

/** Titles and labels of a value, wherever they are. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'string' ? (name === 'title' || name === 'label' ? [part] : []) : textsIn(part),
  );
}

export function starter(
  {
    dashlets: sketches,
    ...head
  }: Omit<Starter, 'document' | 'description'> & { readonly dashlets: readonly Sketch[] },
  remaining: StarterFields = {},
): Starter {
  const dashlets = placed(sketches);
  const texts = textsIn([dashlets, remaining.filters]).filter((text) => text !== '');
  const description = descriptionOf(head.key);
  const fr = Object.fromEntries([
    ...texts.map((text) => [text, frenchOf(text)]),
    [description.en, description.fr],
    [head.name, frenchOf(head.name)],
  ]);
  return {
    ...head,
    description: description.en,
    document: { version: DOCUMENT_VERSION, ...remaining, dashlets, translations: { fr } },
  };
}

/** Minutes of 30 days. */
const MONTH = 30 * 24 * 60;
export const lastMonth = { period: { kind: 'last', minutes: MONTH } } as const satisfies StarterFields;
/** Filters of these elements, which select everything at first. */
export const filteredBy = (
  ...elements: readonly ('site' | 'interface' | 'application' | 'tunnel' | 'device')[]
) => ({ filters: elements.map((element) => ({ id: element, element })) }) satisfies StarterFields;

/** Levels of a load in percent. */
export const load = [
  { from: 0, level: 'good' },
  { from: 80, level: 'warning' },
  { from: 90, level: 'critical' },
] as const;
/** Levels of an availability in percent. */
export const availability = [
  { from: 0, level: 'critical' },
  { from: 99, level: 'warning' },
  { from: 99.9, level: 'good' },
] as const;
/** Levels of lost, dropped or faulty packets in percent. */
export const losses = [
  { from: 0.5, level: 'warning' },
  { from: 1, level: 'critical' },
] as const;
/** Levels of a delay in milliseconds, after the 150 ms of ITU-T G.114 for one way. */
export const delays = [
  { from: 150, level: 'warning' },
  { from: 300, level: 'critical' },
] as const;
export const loadLines = [
  { from: 80, level: 'warning' },
  { from: 90, level: 'critical' },
] as const;

export const highest = (count: number, others = false) =>
  ({ kind: 'top', count, order: 'highest', others }) as const;
export const lowest = (count: number) => ({ kind: 'top', count, order: 'lowest' }) as const;
export const all = { kind: 'all' } as const;

/** Traffic with the WAN in both directions, with the lines of what the accesses can carry. */
export const wanTraffic: Sketch = {
  type: 'timeline',
  title: 'WAN traffic',
  size: [12, 9],
  settings: {
    series: [
      { kpi: 'wan_in_bps', label: 'Inbound' },
      { kpi: 'wan_out_bps', label: 'Outbound' },
      { kpi: 'wan_in_capacity', label: 'Inbound bandwidth' },
      { kpi: 'wan_out_capacity', label: 'Outbound bandwidth' },
    ],
    style: 'line',
    left: { min: 0 },
    lastValue: 'top-right',
    marks: ['alarms', 'silences'],
  },
};

type Formatting = readonly {
  readonly from: number;
  readonly level: 'good' | 'notice' | 'warning' | 'critical';
}[];

interface FigureLook {
  /** Empty: named after its KPI. */
  readonly title?: string;
  /** Over time; absent: that of the KPI. */
  readonly aggregation?: 'maximum';
  /** Over elements; absent: that of the KPI. */
  readonly over?: 'maximum';
  readonly width?: number;
}

/** A number over everything, with the levels of its value. */
export const figure = (
  kpi: string,
  formatting: Formatting = [],
  { title = '', aggregation, over, width = 6 }: FigureLook = {},
): Sketch => ({
  type: 'gauge',
  title,
  size: [width, 6],
  settings: {
    shape: formatting.length > 0 ? 'arc' : 'number',
    series: [{ kpi, aggregation, over, formatting: [...formatting] }],
  },
});
