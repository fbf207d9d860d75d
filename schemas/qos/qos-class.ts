import { z } from 'zod';
import { qosLimits } from '../limit/qos.ts';
import { parseDscp } from './dscp.ts';
import { NamePattern } from './name-pattern.ts';
import { Line } from '../text/line.ts';

const line = (max: number) => Line.max(max, 'TOO_LONG');

/** Colours that can be distinguished in both themes and with the common colour-vision deficiencies. */
export const qosColours = [
  'blue',
  'orange',
  'green',
  'pink',
  'violet',
  'ochre',
  'cyan',
  'rust',
  'grey',
] as const;
export type QosColour = (typeof qosColours)[number];

/** A number, or a name such as `EF`, `AF41` or `CS3`. */
const Dscp = z.union([z.number(), z.string().max(20, 'TOO_LONG')]).transform((value, context) => {
  const dscp = parseDscp(String(value));
  if (dscp !== undefined) return dscp;
  context.addIssue({ code: 'custom', message: 'QOS_DSCP_INVALID', params: { value } });
  return z.NEVER;
});

/** A class map by its name, of the devices of one vendor or of all. */
const ClassMap = z.strictObject({
  /** As in the inventory, case-insensitive; empty: every vendor. */
  vendor: line(60).default(''),
  name: NamePattern,
});
export type ClassMap = z.infer<typeof ClassMap>;

const plain = {
  name: line(120).min(1, 'REQUIRED'),
  description: line(300).default(''),
  colour: z.enum(qosColours),
  /** Of the devices that CBQoS is polled from. */
  classMaps: z.array(ClassMap).max(qosLimits.maxNames).default([]),
  /** Queues or forwarding classes of SD-WAN managers. */
  queues: z.array(NamePattern).max(qosLimits.maxNames).default([]),
  /** Part of the bandwidth in percent that the class is sold with; null: none is stated. */
  share: z.int().min(0).max(100).nullable().default(null),
};

/** A class of service as a user enters it. */
export const QosClassDraft = z.strictObject({
  ...plain,
  dscp: z.array(Dscp).max(64).default([]),
});
export type QosClassDraft = z.infer<typeof QosClassDraft>;

/** Whose model a class belongs to. */
const QosOwner = z.enum(['provider', 'customer']);
export type QosOwner = z.infer<typeof QosOwner>;

export const QosClass = z.strictObject({
  id: z.int(),
  ...plain,
  dscp: z.array(z.int()),
  owner: QosOwner,
});
export type QosClass = z.infer<typeof QosClass>;
