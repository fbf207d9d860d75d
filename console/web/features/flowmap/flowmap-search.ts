import { z } from 'zod';
import { flowDirections } from '#schemas/kpi/flow-ends.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Lengths of the period, seconds. */
export const spanSeconds = { '5m': 300, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const;
export type FlowSpan = keyof typeof spanSeconds;
export const flowSpans = ['5m', '1h', '24h', '7d'] as const satisfies readonly FlowSpan[];

/** What the colour of an arc stands for. */
export const arcColourings = ['class', 'latency', 'severity'] as const;
export type ArcColouring = (typeof arcColourings)[number];

/** What the colour of a link between sites stands for. */
export const linkColourings = ['latency', 'load'] as const;

export const defaultKpis: readonly string[] = ['app_bps', 'app_net'];

/** Numbers of a list in the address, 0 included. */
const numbers = (most: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? (value === '' ? [] : value.split(',')) : value),
      z.array(z.coerce.number().int().min(0).max(most)),
    )
    .catch([]);

const MAX_DSCP = 63;

/** The address holds the state of the map. */
const FlowMapSearch = z.object({
  customer: searchValue.id(),
  /** None: all. */
  site: searchValue.ids(),
  /** None: the default ones. */
  kpi: z
    .preprocess(
      (value) => (typeof value === 'string' && value !== '' ? value.split(',') : value),
      z.array(z.string().max(200)),
    )
    .catch([]),
  direction: z.enum(flowDirections).catch('both'),
  dscp: numbers(MAX_DSCP),
  application: numbers(Number.MAX_SAFE_INTEGER),
  /** Rates of the last minute, or means of a period. */
  show: z.enum(['live', 'period']).catch('live'),
  span: z.enum(flowSpans).catch('1h'),
  /** End of the period, seconds since 1970; absent: now. */
  at: searchValue.seconds(),
  colour: z.enum(arcColourings).catch('class'),
  /** What the colour of links between sites stands for; absent: links are not shown. */
  links: z.enum(linkColourings).optional().catch(undefined),
  /** The pair with open details, `<one>-<other>`. */
  open: searchValue.text(),
  /** Whether the map is shown. */
  map: searchValue.flag(true),
  /** What the table lists while links are shown; absent: traffic. */
  list: z.enum(['links']).optional().catch(undefined),
  sort: searchValue.text(),
  /** Centre and zoom of the map. */
  view: searchValue.numbers(3),
});
export type FlowMapSearch = z.output<typeof FlowMapSearch>;

export const flowMapSearch = versionedSearch(FlowMapSearch, []);
export const flowMapDefaults = {
  direction: 'both',
  show: 'live',
  span: '1h',
  colour: 'class',
  map: true,
} as const;

export const useFlowMapSearch = searchHook<FlowMapSearch>('/shell/flowmap');

/** KPIs of the address, or the default ones. */
export const chosenKpis = ({ kpi }: FlowMapSearch): readonly string[] =>
  kpi.length === 0 ? defaultKpis : kpi;

/** Both ends of the pair with open details. */
export function openedPair({ open }: FlowMapSearch): readonly [number, number] | undefined {
  const [one, other] = (open ?? '').split('-').map(Number);
  return one === undefined || other === undefined || !(one >= 0) || !(other >= 0) || open === ''
    ? undefined
    : [one, other];
}

const STEP = 300;

/** The period of the address: full steps of five minutes before its end. `nowMs`: milliseconds since 1970. */
export function shownPeriod(
  { at, span }: FlowMapSearch,
  nowMs: number,
): { readonly from: number; readonly to: number } {
  const now = Math.floor(nowMs / 1_000 / STEP) * STEP;
  const to = Math.min(now, Math.floor((at ?? now) / STEP) * STEP);
  return { from: to - spanSeconds[span], to };
}
