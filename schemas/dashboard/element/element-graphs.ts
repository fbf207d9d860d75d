import { libraryDirectory, type KpiDirectory } from '../../kpi/directory.ts';
import { availability, delays, highest, load, loadLines, losses, type Sketch } from '../starter/starter.ts';
import type { PageKind } from './page-kinds.ts';
import type { PageWords } from './page-words.ts';

type Period = { readonly kind: 'last'; readonly minutes: number };

/** What the graphs of a kind are made for. */
export interface GraphNeeds {
  readonly word: PageWords;
  /** The period of what is shown now; undefined: the page shows a time in the past. */
  readonly now: Period | undefined;
}

type Series = { readonly kpi: string; readonly label?: string };
type FigureFormatting = NonNullable<
  Extract<Sketch, { type: 'gauge' }>['settings']['series'][number]['formatting']
>;

/** Columns of the grid: a third, a half, all of them. */
const [THIRD, HALF, FULL] = [8, 12, 24] as const;
const [LOW, HIGH] = [4, 8] as const;
const marks: ('alarms' | 'silences' | 'definitions')[] = ['alarms', 'silences', 'definitions'];
const fromZero = { min: 0 } as const;
const percents = { min: 0, max: 100 } as const;

type TimelineSettings = Extract<Sketch, { type: 'timeline' }>['settings'];

const timeline = (
  title: string,
  width: number,
  settings: Omit<TimelineSettings, 'lastValue' | 'marks'>,
): Sketch => ({
  type: 'timeline',
  title,
  size: [width, HIGH],
  settings: { lastValue: 'top-right', marks, ...settings },
});

interface FigureOf extends Series {
  readonly formatting?: FigureFormatting;
  /** Of the period of the page, and not the newest value. */
  readonly isOfPeriod?: true;
}

/** Figures in a row: the newest values, and those of the period. */
function figures(
  { word, now, title }: GraphNeeds & { readonly title?: string },
  newest: readonly FigureOf[],
  ofPeriod: readonly FigureOf[],
): Sketch[] {
  const row = (title: string, shown: readonly FigureOf[], isNow: boolean): Sketch[] =>
    shown.length === 0
      ? []
      : [
          {
            type: 'gauge',
            title,
            size: [newest.length > 0 && ofPeriod.length > 0 ? HALF : FULL, LOW],
            settings: {
              shape: 'number',
              ...(isNow && now !== undefined && { period: now }),
              series: shown.map(({ formatting = [], ...series }) => ({
                ...series,
                ...(isNow && { aggregation: 'last' as const }),
                formatting: [...formatting],
              })),
            },
          },
        ];
  return [...row(title ?? word('Now'), newest, true), ...row(word('Over the period'), ofPeriod, false)];
}

/** Traffic in both directions with what the line carries. */
const traffic = (word: PageWords, of: 'itf' | 'wan', width: number): Sketch =>
  timeline(word(of === 'wan' ? 'WAN traffic' : 'Traffic'), width, {
    series: [
      { kpi: `${of}_in_bps`, label: word('Inbound') },
      { kpi: `${of}_out_bps`, label: word('Outbound') },
      { kpi: `${of}_in_capacity`, label: word('Inbound bandwidth') },
      { kpi: `${of}_out_capacity`, label: word('Outbound bandwidth') },
    ],
    left: fromZero,
  });

const utilisation = (word: PageWords, kpis: readonly [string, string], width: number): Sketch =>
  timeline(word('Utilisation'), width, {
    series: [
      { kpi: kpis[0], label: word('Inbound') },
      { kpi: kpis[1], label: word('Outbound') },
    ],
    left: fromZero,
    thresholds: [...loadLines],
  });

/** One line of a KPI, with the levels of its values as lines across. */
const single = (kpi: string, width: number, settings: Partial<TimelineSettings> = {}): Sketch =>
  timeline('', width, { series: [{ kpi }], left: fromZero, ...settings });

const volumes = (word: PageWords, kinds: readonly ('application' | 'conversation' | 'site')[]): Sketch[] => {
  const titles = {
    application: word('Applications by volume'),
    conversation: word('Conversations by volume'),
    site: word('Sites by volume'),
  };
  return kinds.map((key) => ({
    type: 'bar',
    title: titles[key],
    size: [kinds.length === 1 ? FULL : HALF, HIGH],
    settings: {
      keys: [key],
      breakdown: highest(8, true),
      series: [{ kpi: 'app_bytes' }],
      conversationMode: key === 'conversation',
    },
  }));
};

const byApplication = (word: PageWords, width: number): Sketch =>
  timeline(word('Throughput by application'), width, {
    keys: ['application'],
    breakdown: highest(6, true),
    series: [{ kpi: 'app_bps' }],
    style: 'area',
    stacked: true,
    left: fromZero,
  });

const busiest = (title: string, kpi: string): Sketch =>
  timeline(title, HALF, { keys: ['interface'], breakdown: highest(5), series: [{ kpi }], left: fromZero });

type GraphsOf = (needs: GraphNeeds) => readonly Sketch[];

/** The graphs of what matters for a kind; a kind without an entry shows its KPIs. */
const graphsOf: Readonly<Partial<Record<PageKind, GraphsOf>>> = {
  interface: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        needs,
        [
          { kpi: 'itf_in_util', label: word('Inbound'), formatting: [...load] },
          { kpi: 'itf_out_util', label: word('Outbound'), formatting: [...load] },
        ],
        [
          { kpi: 'itf_avail', label: word('Availability'), formatting: [...availability] },
          { kpi: 'itf_in_bps_p95' },
          { kpi: 'itf_out_bps_p95' },
        ],
      ),
      traffic(word, 'itf', FULL),
      utilisation(word, ['itf_in_util', 'itf_out_util'], THIRD),
      timeline(word('Errors and discards'), THIRD, {
        series: [
          { kpi: 'itf_in_err', label: word('Inbound errors') },
          { kpi: 'itf_out_err', label: word('Outbound errors') },
          { kpi: 'itf_in_disc', label: word('Inbound discards') },
          { kpi: 'itf_out_disc', label: word('Outbound discards') },
        ],
        left: fromZero,
        thresholds: [...losses],
      }),
      timeline(word('Packets'), THIRD, {
        series: [
          { kpi: 'itf_in_pps', label: word('Inbound') },
          { kpi: 'itf_out_pps', label: word('Outbound') },
        ],
        left: fromZero,
      }),
    ];
  },
  device: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        needs,
        [
          { kpi: 'cpe_cpu', label: word('CPU'), formatting: [...load] },
          { kpi: 'cpe_mem', label: word('Memory'), formatting: [...load] },
          { kpi: 'cpe_uptime' },
        ],
        [
          { kpi: 'cpe_avail', label: word('Availability'), formatting: [...availability] },
          { kpi: 'itf_avail', label: word('Lines'), formatting: [...availability] },
        ],
      ),
      traffic(word, 'wan', HALF),
      timeline(word('CPU and memory'), HALF, {
        series: [
          { kpi: 'cpe_cpu', label: word('CPU') },
          { kpi: 'cpe_mem', label: word('Memory') },
        ],
        left: percents,
        thresholds: [...loadLines],
      }),
      busiest(word('Busiest interfaces, inbound'), 'itf_in_bps'),
      busiest(word('Busiest interfaces, outbound'), 'itf_out_bps'),
    ];
  },
  site: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        { ...needs, title: word('Worst WAN access') },
        [
          { kpi: 'wan_in_util_worst', label: word('Inbound'), formatting: [...load] },
          { kpi: 'wan_out_util_worst', label: word('Outbound'), formatting: [...load] },
        ],
        [
          { kpi: 'cpe_avail', label: word('Devices'), formatting: [...availability] },
          { kpi: 'itf_avail', label: word('Lines'), formatting: [...availability] },
          { kpi: 'tun_avail', label: word('Tunnels'), formatting: [...availability] },
        ],
      ),
      traffic(word, 'wan', HALF),
      utilisation(word, ['wan_in_util_worst', 'wan_out_util_worst'], HALF),
      byApplication(word, HALF),
      timeline(word('Response time'), HALF, {
        series: [
          { kpi: 'app_resp', label: word('Response') },
          { kpi: 'app_net', label: word('Network') },
        ],
        left: fromZero,
      }),
      ...volumes(word, ['application', 'conversation']),
    ];
  },
  customer: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        { ...needs, title: word('Worst WAN access') },
        [
          { kpi: 'wan_in_util_worst', label: word('Inbound'), formatting: [...load] },
          { kpi: 'wan_out_util_worst', label: word('Outbound'), formatting: [...load] },
        ],
        [
          { kpi: 'cpe_avail', label: word('Devices'), formatting: [...availability] },
          { kpi: 'itf_avail', label: word('Lines'), formatting: [...availability] },
          { kpi: 'tun_avail', label: word('Tunnels'), formatting: [...availability] },
        ],
      ),
      traffic(word, 'wan', HALF),
      byApplication(word, HALF),
      ...volumes(word, ['site', 'application']),
    ];
  },
  tunnel: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        needs,
        [
          { kpi: 'tun_latency', label: word('Delay'), formatting: [...delays] },
          { kpi: 'tun_jitter', label: word('Jitter') },
          { kpi: 'tun_loss', label: word('Loss'), formatting: [...losses] },
        ],
        [
          { kpi: 'tun_avail', label: word('Availability'), formatting: [...availability] },
          { kpi: 'tun_sla', formatting: [...availability] },
        ],
      ),
      timeline(word('Delay and jitter'), HALF, {
        series: [
          { kpi: 'tun_latency', label: word('Delay') },
          { kpi: 'tun_jitter', label: word('Jitter') },
        ],
        left: fromZero,
        thresholds: [...delays],
      }),
      single('tun_loss', HALF, { thresholds: [...losses] }),
      single('tun_qoe', HALF),
      single('tun_avail', HALF, { left: percents }),
    ];
  },
  probe: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        needs,
        [
          { kpi: 'sla_rtt', label: word('Delay'), formatting: [...delays] },
          { kpi: 'sla_jitter', label: word('Jitter') },
          { kpi: 'sla_loss', label: word('Loss'), formatting: [...losses] },
          { kpi: 'sla_mos' },
        ],
        [{ kpi: 'sla_avail', label: word('Availability'), formatting: [...availability] }],
      ),
      timeline(word('Delay and jitter'), HALF, {
        series: [
          { kpi: 'sla_rtt', label: word('Delay') },
          { kpi: 'sla_jitter', label: word('Jitter') },
        ],
        left: fromZero,
        thresholds: [...delays],
      }),
      single('sla_loss', HALF, { thresholds: [...losses] }),
      single('sla_mos', HALF),
      single('sla_avail', HALF, { left: percents }),
    ];
  },
  class: (needs) => {
    const { word } = needs;
    return [
      timeline(word('Traffic'), HALF, {
        series: [
          { kpi: 'cos_in_bps', label: word('Offered') },
          { kpi: 'cos_out_bps', label: word('Sent') },
        ],
        left: fromZero,
      }),
      single('cos_util', HALF, { thresholds: [...loadLines] }),
      single('cos_drop', HALF, { thresholds: [...losses] }),
      single('cos_qdepth', HALF),
    ];
  },
  application: (needs) => {
    const { word } = needs;
    return [
      ...figures(
        needs,
        [
          { kpi: 'app_bps', label: word('Traffic') },
          { kpi: 'app_resp', label: word('Response time') },
          { kpi: 'app_retrans', formatting: [...losses] },
        ],
        [{ kpi: 'app_bytes' }, { kpi: 'app_flows' }],
      ),
      timeline(word('Throughput by site'), HALF, {
        keys: ['site'],
        breakdown: highest(6, true),
        series: [{ kpi: 'app_bps' }],
        style: 'area',
        stacked: true,
        left: fromZero,
      }),
      timeline(word('Response time'), HALF, {
        series: [
          { kpi: 'app_resp', label: word('Response') },
          { kpi: 'app_net', label: word('Network') },
        ],
        left: fromZero,
      }),
      single('app_retrans', HALF, { thresholds: [...losses] }),
      single('app_flows', HALF),
      ...volumes(word, ['site', 'conversation']),
    ];
  },
};

const ofKind = (kpis: KpiDirectory, kind: PageKind, isShown: (key: string) => boolean): readonly Sketch[] =>
  [...kpis.values()]
    .filter(({ key, unit, element }) => element === kind && unit !== 'timestamp' && isShown(key))
    .map(({ key }) => timeline('', THIRD, { series: [{ kpi: key }] }));

/** The graphs of a kind, and after them the KPIs of its elements that administrators defined. */
export function elementGraphs(kind: PageKind, needs: GraphNeeds, kpis: KpiDirectory): readonly Sketch[] {
  const chosen = graphsOf[kind]?.(needs);
  if (chosen === undefined) return ofKind(kpis, kind, () => true);
  // Flows of an application are summed by site: values of its own kind are those of its graphs.
  return kind === 'application'
    ? chosen
    : [...chosen, ...ofKind(kpis, kind, (key) => !libraryDirectory.has(key))];
}
