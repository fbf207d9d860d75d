import { z } from 'zod';
import type { ElementKind } from '../element/kind.ts';
import { SeriesPeriod } from '../kpi/series.ts';
import { API, route } from '../route.ts';

/** What traffic is divided by. A conversation is between two sites, or a site and the outside. */
export const trafficDivisions = ['application', 'conversation', 'interface'] as const;
export type TrafficDivision = (typeof trafficDivisions)[number];

/** Largest parts that are listed of each division. */
export const LISTED_PARTS = 5;

/** The divisions that explain an element; flows say nothing of elements of other kinds. */
const explains: Partial<Record<ElementKind, readonly TrafficDivision[]>> = {
  interface: ['application', 'conversation'],
  device: ['interface'],
  site: ['application', 'conversation'],
};
export const trafficOf = (kind: ElementKind): readonly TrafficDivision[] => explains[kind] ?? [];

/** Into the element, out of it, or both. */
export const trafficWays = ['in', 'out', 'both'] as const;
export type TrafficWay = (typeof trafficWays)[number];

const directed = /^itf_(in|out)_/;

/** The traffic that a KPI is about: that of its direction, for KPIs of one direction of an interface. */
export const trafficWayOf = (kpi: string): TrafficWay =>
  trafficWays.find((way) => way === directed.exec(kpi)?.[1]) ?? 'both';

const volume = { bytes: z.number(), packets: z.number() };

const TrafficPart = z.strictObject({
  /**
   * Name of the application or interface; of a conversation that of the other end, or of both for transit. Null: outside of every
   * site, or an interface that is unknown.
   */
  name: z.string().nullable(),
  /** A site that the caller may not see, whose name is omitted. */
  hidden: z.literal(true).optional(),
  /** A custom application that does not exist any more, by its last name. */
  deleted: z.literal(true).optional(),
  ...volume,
});
export type TrafficPart = z.infer<typeof TrafficPart>;

export const ElementTraffic = z.strictObject({
  way: z.enum(trafficWays),
  /** Whether the device exports flows, as far as the inventory knows. Null: the element is no device and belongs to none. */
  exports: z.boolean().nullable(),
  /** Largest parts first. Of the same flows: each division has the same total. Empty for kinds that flows do not explain. */
  divisions: z.array(
    z.strictObject({
      by: z.enum(trafficDivisions),
      /** Of all parts, listed or not. */
      total: z.strictObject(volume),
      parts: z.array(TrafficPart).max(LISTED_PARTS),
    }),
  ),
});
export type ElementTraffic = z.infer<typeof ElementTraffic>;

/**
 * What the traffic of the element of an alarm consists of, from its flows, limited as `readAlarmSeries`. Read at the granularity of
 * the graph of the period. A period that begins before the rows are kept is SERIES_NOT_RETAINED.
 */
export const readAlarmTraffic = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/:alarm/:element/traffic`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Largest applications, conversations or interfaces in the traffic of the element of an alarm',
  params: z.strictObject({
    customerId: z.coerce.number().int().positive(),
    alarm: z.coerce.number().int().positive(),
    element: z.coerce.number().int().positive(),
  }),
  query: SeriesPeriod,
  reply: ElementTraffic,
  problems: ['NOT_FOUND', 'SERIES_NOT_RETAINED', 'TOO_MUCH_DATA'],
});
