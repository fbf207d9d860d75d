import { HIDDEN_SITE, type FlowDirection } from '#schemas/kpi/flow-ends.ts';
import type { FlowMapArc } from '#schemas/flowmap/flow-map.ts';
import type { TrafficState } from '#schemas/flowmap/traffic-state.ts';

/** Which flows count: the rules of `FlowEnds`. */
export interface ArcSelection {
  readonly sites: readonly number[] | undefined;
  readonly seen: readonly number[] | undefined;
  readonly direction: FlowDirection;
  /** DSCPs; empty: all. */
  readonly classes: readonly number[];
}

interface OpenArc {
  readonly one: number;
  readonly other: number;
  forth: number;
  back: number;
  readonly classes: Map<number, number>;
}

const BITS = 8;

export const byRate = (
  a: Pick<FlowMapArc, 'forth' | 'back'>,
  b: Pick<FlowMapArc, 'forth' | 'back'>,
): number => b.forth + b.back - a.forth - a.back;

export const classesOf = (classes: ReadonlyMap<number, number>): FlowMapArc['classes'] =>
  [...classes].map(([dscp, bps]) => ({ dscp, bps })).sort((a, b) => b.bps - a.bps || a.dscp - b.dscp);

/** Whether traffic from one site to another counts for a selection. */
function flowTest({ sites, direction }: ArcSelection): (source: number, destination: number) => boolean {
  const chosen = sites && new Set(sites);
  const at = (site: number): boolean => (chosen === undefined ? site !== 0 : chosen.has(site));
  const tests = {
    out: (source: number) => at(source),
    in: (_: number, destination: number) => at(destination),
    both: (source: number, destination: number) => at(source) || at(destination),
  } as const;
  return tests[direction];
}

interface Flow {
  readonly from: number;
  readonly to: number;
  readonly dscp: number;
  readonly bps: number;
}

/** The keys of a state as flows between sites. */
const flowsOf = ({ source, destination, dscp, bytes, seconds }: TrafficState): readonly Flow[] =>
  source.map((from, row) => ({
    from,
    to: destination[row] ?? 0,
    dscp: dscp[row] ?? 0,
    bps: (BITS * (bytes[row] ?? 0)) / seconds,
  }));

function addFlow(arcs: Map<string, OpenArc>, { from, to, dscp, bps }: Flow): void {
  const [one, other] = [Math.min(from, to), Math.max(from, to)];
  const key = `${String(one)} ${String(other)}`;
  const arc = arcs.get(key) ?? { one, other, forth: 0, back: 0, classes: new Map<number, number>() };
  arcs.set(key, arc);
  if (from <= to) arc.forth += bps;
  else arc.back += bps;
  arc.classes.set(dscp, (arc.classes.get(dscp) ?? 0) + bps);
}

/** The arcs of a state that a selection leaves, the heaviest first. */
export function liveArcs(state: TrafficState, selection: ArcSelection): readonly FlowMapArc[] {
  const { seen, classes } = selection;
  const passes = flowTest(selection);
  const visible = seen && new Set([0, ...seen]);
  const endOf = (site: number): number => (visible?.has(site) === false ? HIDDEN_SITE : site);
  const chosen = new Set(classes);
  const arcs = new Map<string, OpenArc>();
  for (const flow of flowsOf(state)) {
    const { from, to, dscp } = flow;
    if (!passes(from, to) || (chosen.size > 0 && !chosen.has(dscp))) continue;
    addFlow(arcs, { ...flow, from: endOf(from), to: endOf(to) });
  }
  return [...arcs.values()]
    .map((arc) => ({ ...arc, classes: classesOf(arc.classes), values: [] }))
    .sort(byRate);
}
