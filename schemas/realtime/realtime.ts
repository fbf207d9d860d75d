import { z } from 'zod';
import type { ElementKind } from '../element/kind.ts';
import type { KpiKey } from '../kpi/library.ts';
import type { ProblemCode } from '../problem/catalogue.ts';

/** Limits of polling in real time, which the device and the poller pay for. */
export const realtimeLimits = {
  /** From one reading to the next. */
  everyMs: 1_000,
  /** How long an element is polled unless it is requested again. */
  maxMs: 10 * 60_000,
  elementsPerDevice: 5,
  /** Of each server, and of each poller. */
  elements: 50,
  /** How often a server requests on behalf of those who watch. */
  keepAliveMs: 2_000,
  /** A poller that is no longer requested stops: the server may have been killed. */
  retainedMs: 6_000,
  /** How long no poller may poll the element until watching ends: a takeover takes seconds, the restart of one that hangs half a minute. */
  lostMs: 60_000,
} as const;

interface RealtimeChart {
  readonly name: 'load' | 'throughput' | 'packets' | 'faults' | 'queue';
  /** Of one unit. */
  readonly kpis: readonly KpiKey[];
}

/** Kinds of element that a poller can read by itself every second, with their charts. */
export const realtimeCharts = {
  device: [{ name: 'load', kpis: ['cpe_cpu', 'cpe_mem', 'cpe_disk'] }],
  interface: [
    { name: 'throughput', kpis: ['itf_in_bps', 'itf_out_bps'] },
    { name: 'load', kpis: ['itf_in_util', 'itf_out_util'] },
    { name: 'packets', kpis: ['itf_in_pps', 'itf_out_pps'] },
    { name: 'faults', kpis: ['itf_in_err', 'itf_out_err', 'itf_in_disc', 'itf_out_disc'] },
  ],
  class: [
    { name: 'throughput', kpis: ['cos_in_bps', 'cos_out_bps'] },
    { name: 'load', kpis: ['cos_util', 'cos_drop'] },
    { name: 'queue', kpis: ['cos_qdepth'] },
  ],
} as const satisfies Partial<Record<ElementKind, readonly RealtimeChart[]>>;
export type RealtimeKind = keyof typeof realtimeCharts;

export const isRealtimeKind = (kind: string): kind is RealtimeKind => Object.hasOwn(realtimeCharts, kind);

/** KPIs of a kind, in the order of its charts. */
export const realtimeKpis = (kind: RealtimeKind): readonly KpiKey[] =>
  realtimeCharts[kind].flatMap(({ kpis }): readonly KpiKey[] => kpis);

/** One reading of an element. */
export const RealtimeReading = z.strictObject({
  element: z.int().positive(),
  /** Time of the response, milliseconds since 1970; of the request without one. */
  at: z.number(),
  /** Empty if the device responded; else as of a test of a poller, or `missing`: the device does not have the element. */
  failure: z.string(),
  /** By KPI, since the previous reading; null: unknown, as after the first reading of a counter. */
  values: z.record(z.string(), z.number().nullable()),
});
export type RealtimeReading = z.infer<typeof RealtimeReading>;

/** A server requests from every poller: the one that polls the device starts, or continues; the others do nothing. */
export const RealtimeOrder = z.strictObject({
  element: z.int().positive(),
  /** One run of a server: each stops for those who watch through it. */
  server: z.string(),
  action: z.enum(['keep', 'stop']),
});
export type RealtimeOrder = z.infer<typeof RealtimeOrder>;

/** Reply of a poller. */
export const RealtimeReply = z.strictObject({
  /** `elsewhere`: it does not poll the device; `device busy`, `busy`: too many elements. */
  is: z.enum(['polling', 'elsewhere', 'device busy', 'busy']),
  /** Live pollers, this one included. */
  pollers: z.int().positive(),
});
export type RealtimeReply = z.infer<typeof RealtimeReply>;

/** What a screen requests by Socket.IO. */
export const WatchedElement = z.strictObject({
  customer: z.int().positive(),
  element: z.int().positive(),
});
export type WatchedElement = z.infer<typeof WatchedElement>;

/** Reply to a screen. */
export type WatchReply =
  | {
      readonly ok: true;
      readonly kind: RealtimeKind;
      /** When it ends for all who watch, and the clock of the server, milliseconds since 1970. */
      readonly endsAt: number;
      readonly now: number;
      /** What those who watch have seen so far. */
      readonly readings: readonly RealtimeReading[];
      /** No poller polls the device at present: the `WatchChange` that came before this viewer. */
      readonly lost?: boolean;
    }
  | { readonly ok: false; readonly code: ProblemCode };

/**
 * `lost`: no poller polls the device; another one takes over within seconds, and its readings follow. `over`: by a problem, or null
 * after `maxMs`.
 */
export type WatchChange =
  | { readonly element: number; readonly is: 'lost' }
  | { readonly element: number; readonly is: 'over'; readonly code: ProblemCode | null };
