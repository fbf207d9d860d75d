import { z } from 'zod';
import { flowDirections } from '../kpi/flow-ends.ts';
import { KpiKeyText } from '../kpi/key.ts';
import { flowMapLimits } from '../limit/dashlet.ts';
import { units } from '../unit/unit.ts';

const MAX_DSCP = 63;

/** Which traffic the map shows: of some sites, or of all that the caller sees. */
export const FlowMapSelection = z.strictObject({
  sites: z
    .array(z.int().positive())
    .max(flowMapLimits.maxSites, { error: 'FLOW_MAP_TOO_MANY_SITES' })
    .default([]),
  /** As seen from these sites. */
  direction: z.enum(flowDirections).default('both'),
  /** Numbers of applications, and DSCPs; empty: all. */
  applications: z.array(z.int().nonnegative()).max(100).default([]),
  classes: z
    .array(z.int().min(0).max(MAX_DSCP))
    .max(MAX_DSCP + 1)
    .default([]),
});
export type FlowMapSelection = z.infer<typeof FlowMapSelection>;

/** Seconds since 1970; `to` is exclusive. Extended to full steps of what is stored. */
const period = { from: z.int().min(0), to: z.int().max(2 ** 32 - 1) } as const;

export const FlowMapPeriod = z
  .strictObject(period)
  .refine(({ from, to }) => from < to, { error: 'START_AFTER_END', path: ['from'] });

export const FlowMapRequest = FlowMapSelection.extend({
  period: FlowMapPeriod,
  /** KPIs of flows; the first one ranks the arcs. */
  kpis: z
    .array(KpiKeyText)
    .min(1, 'REQUIRED')
    .max(flowMapLimits.maxKpis, { error: 'FLOW_MAP_TOO_MANY_KPIS' }),
});
export type FlowMapRequest = z.infer<typeof FlowMapRequest>;

/** A place that traffic comes from or goes to. */
export const FlowMapNode = z.strictObject({
  /** Id of the site; 0 is outside (the Internet, and whatever is no site), `HIDDEN_SITE` all sites that the caller does not see. */
  id: z.number(),
  name: z.string().nullable(),
  city: z.string(),
  /** Null: unknown. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Whether it was deleted from the inventory. */
  deleted: z.boolean(),
});
export type FlowMapNode = z.infer<typeof FlowMapNode>;

/** Mean rate of one direction. */
const bps = z.number().nonnegative();

/** Traffic between two places: both ends are ids of nodes, `one` the lower of them. */
export const FlowMapArc = z.strictObject({
  one: z.number(),
  other: z.number(),
  /** From `one` to `other`, and back; bits per second. */
  forth: bps,
  back: bps,
  /** Both directions together by DSCP, the heaviest first. */
  classes: z.array(z.strictObject({ dscp: z.number(), bps })),
  /** Of both directions together, in the order of the KPIs. Empty for live traffic. */
  values: z.array(z.number().nullable()),
});
export type FlowMapArc = z.infer<typeof FlowMapArc>;

const drawn = {
  nodes: z.array(FlowMapNode),
  arcs: z.array(FlowMapArc),
  /** Whether there are more arcs than the response has. */
  isLimited: z.boolean(),
};

export const FlowMap = z.strictObject({
  ...drawn,
  ...period,
  kpis: z.array(z.strictObject({ key: z.string(), unit: z.enum(units) })),
});
export type FlowMap = z.infer<typeof FlowMap>;

/** Mean rates of the last seconds. */
export const LiveFlowMap = z.strictObject({
  ...drawn,
  /** End of the seconds, milliseconds since 1970; null: nothing was published. */
  at: z.number().nullable(),
  seconds: z.number(),
  /** Whether they cover less than the usual minute, since the engine has just started to count. */
  isPartial: z.boolean(),
});
export type LiveFlowMap = z.infer<typeof LiveFlowMap>;

export const FlowMapLinksRequest = z.strictObject({
  sites: FlowMapSelection.shape.sites,
  period: FlowMapPeriod,
});

/** A tunnel, or a probe, between two sites, as one of its ends measures it. */
export const FlowMapLink = z.strictObject({
  element: z.number(),
  kind: z.enum(['tunnel', 'probe']),
  name: z.string(),
  /** Device that has it. */
  device: z.number().optional(),
  /** Site that measures it, and the one at its far end: ids of nodes. */
  one: z.number(),
  other: z.number(),
  /** Means of the period: milliseconds, of a probe the round trip, and percent. Null: not measured. */
  latency: z.number().nullable(),
  loss: z.number().nullable(),
  /** The most loaded WAN access at both ends, in percent. */
  load: z.number().nullable(),
});
export type FlowMapLink = z.infer<typeof FlowMapLink>;

export const FlowMapLinks = z.strictObject({
  ...period,
  nodes: z.array(FlowMapNode),
  links: z.array(FlowMapLink),
  isLimited: z.boolean(),
});
export type FlowMapLinks = z.infer<typeof FlowMapLinks>;

/** What can be chosen: sites and applications with a text in their name, and those that are chosen. */
export const FlowMapChoicesRequest = z.strictObject({
  site: z.string().max(200).default(''),
  application: z.string().max(200).default(''),
  chosen: FlowMapSelection.pick({ sites: true, applications: true }),
});

export const FlowMapChoices = z.strictObject({
  sites: z.array(z.strictObject({ id: z.number(), name: z.string(), city: z.string() })),
  applications: z.array(z.strictObject({ number: z.number(), name: z.string() })),
});
export type FlowMapChoices = z.infer<typeof FlowMapChoices>;

export const FlowMapPairRequest = FlowMapSelection.extend({
  period: FlowMapPeriod,
  one: z.int().nonnegative(),
  other: z.int().nonnegative(),
});
export type FlowMapPairRequest = z.infer<typeof FlowMapPairRequest>;

/** What the traffic between two places consists of, each part the heaviest first. */
export const FlowMapPair = z.strictObject({
  ...period,
  applications: z.array(z.strictObject({ number: z.number(), name: z.string(), bps })),
  /** Stored flows of the period, newest three days at most; both directions are one conversation. */
  conversations: z.array(
    z.strictObject({
      one: z.string(),
      other: z.string(),
      /** IANA number. */
      protocol: z.number(),
      /** The lower port. */
      port: z.number(),
      bytes: z.number(),
      flows: z.number(),
    }),
  ),
});
export type FlowMapPair = z.infer<typeof FlowMapPair>;
