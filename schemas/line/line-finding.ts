import { z } from 'zod';

/** What the counters of a line are compared with: the contracted bandwidth of the inventory, else the speed that its agent reports. */
export const ComparedSpeed = z.enum(['contract', 'ifSpeed', 'ifHighSpeed']);
export type ComparedSpeed = z.infer<typeof ComparedSpeed>;

/** Lines about which anything was found out. */
export const ANY_FINDING = 'any';

/** What a poller found out about the values of an interface, or why it has none. */
export const LineFinding = z.discriminatedUnion('is', [
  /** The counters say more than the line is configured for, over a minute or longer. */
  z.strictObject({
    is: z.literal('above speed'),
    way: z.enum(['in', 'out']),
    /** Of the speed. */
    percent: z.number(),
    of: ComparedSpeed,
    speedBps: z.number(),
    /** End of the measured time, ms since 1970. */
    at: z.number(),
  }),
  /** 32-bit counters that may wrap more than once between two readings: there is no value. */
  z.strictObject({
    is: z.literal('32 bits'),
    of: z.enum(['octets', 'packets']),
    speedBps: z.number(),
    /** They are read at this interval, and may wrap within the other time. */
    everyMs: z.number(),
    wrapMs: z.number(),
    /** SNMPv1 has no 64-bit counters. */
    isV1: z.boolean(),
  }),
  /** Values that no line could carry are excluded. */
  z.strictObject({
    is: z.literal('counter fault'),
    /** Since the poller started or took the device over. */
    values: z.int(),
    /** The last one, ms since 1970. */
    at: z.number(),
  }),
  /** Neither contract nor reported speed: no percentage. */
  z.strictObject({ is: z.literal('no speed') }),
]);
export type LineFinding = z.infer<typeof LineFinding>;

export const findingKinds = LineFinding.options.map(({ shape }) => shape.is.value);

/** Findings of an interface. */
export const InterfaceFindings = z.strictObject({
  interface: z.int(),
  findings: z.array(LineFinding).min(1),
});
export type InterfaceFindings = z.infer<typeof InterfaceFindings>;

/** Reply of one poller: the interfaces for which there is anything to say. */
export const LineReport = z.strictObject({
  poller: z.string(),
  /** Live pollers, this one included. */
  pollers: z.int(),
  interfaces: z.array(InterfaceFindings),
});
export type LineReport = z.infer<typeof LineReport>;
