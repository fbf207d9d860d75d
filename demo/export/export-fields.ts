import type { FlowRecord } from '../flows.ts';
import { ORIGIN_S } from '../traffic.ts';

/** A field of a template: information element, bytes (1, 2, 4 or 8, big-endian), and its value for a record. */
export interface ExportField {
  readonly id: number;
  readonly bytes: number;
  /** Private enterprise number (RFC 7011 §3.2); absent: an element of IANA. */
  readonly enterprise?: number;
  readonly value: (record: FlowRecord, context: ExportContext) => number;
}

export interface ExportContext {
  /** Milliseconds since 1970 at which sysUptime was zero (NetFlow v9 times count from there). */
  readonly bootMs: number;
  /** Sampling interval: one packet in this many is sampled. */
  readonly sampling: number;
  readonly samplerId: number;
}

const sampled = (count: number, { sampling }: ExportContext): number =>
  Math.max(1, Math.round(count / sampling));
const msOf = (afterOriginS: number): number => Math.round((afterOriginS + ORIGIN_S) * 1_000);

const shared: readonly ExportField[] = [
  { id: 8, bytes: 4, value: ({ source }) => source },
  { id: 12, bytes: 4, value: ({ destination }) => destination },
  { id: 10, bytes: 4, value: ({ input }) => input },
  { id: 14, bytes: 4, value: ({ output }) => output },
  { id: 1, bytes: 8, value: ({ octets }, context) => sampled(octets, context) },
  { id: 2, bytes: 8, value: ({ packets }, context) => sampled(packets, context) },
  { id: 7, bytes: 2, value: ({ sourcePort }) => sourcePort },
  { id: 11, bytes: 2, value: ({ destinationPort }) => destinationPort },
  { id: 4, bytes: 1, value: ({ protocol }) => protocol },
  { id: 5, bytes: 1, value: ({ tos }) => tos },
  { id: 61, bytes: 1, value: ({ direction }) => direction },
  { id: 95, bytes: 4, value: ({ application }) => application },
];

/** RFC 3954 §8: first and last switched count milliseconds of sysUptime; TCP flags take one byte. */
export const netflow9Fields: readonly ExportField[] = [
  ...shared,
  { id: 6, bytes: 1, value: ({ tcpFlags }) => tcpFlags },
  { id: 22, bytes: 4, value: ({ firstS }, { bootMs }) => msOf(firstS) - bootMs },
  { id: 21, bytes: 4, value: ({ lastS }, { bootMs }) => msOf(lastS) - bootMs },
];

/** RFC 5102: flowStartMilliseconds, flowEndMilliseconds, tcpControlBits of two bytes, flowEndReason. */
export const ipfixFields: readonly ExportField[] = [
  ...shared,
  { id: 6, bytes: 2, value: ({ tcpFlags }) => tcpFlags },
  { id: 152, bytes: 8, value: ({ firstS }) => msOf(firstS) },
  { id: 153, bytes: 8, value: ({ lastS }) => msOf(lastS) },
  { id: 136, bytes: 1, value: ({ lastS }) => (lastS % 3 < 2 ? 2 : 1) },
];

const CISCO = 9;
/** Of a response, the part that the server takes; the network takes the remainder. */
export const SERVER_SHARE = 0.9;
/** Cisco AVC: numRespsCountDelta, sumRespTime and sumServerRespTime. */
export const measuredFields: readonly ExportField[] = [
  { id: 9_292, bytes: 4, enterprise: CISCO, value: ({ responses }) => responses },
  { id: 9_303, bytes: 4, enterprise: CISCO, value: ({ responseMs }) => responseMs },
  {
    id: 9_306,
    bytes: 4,
    enterprise: CISCO,
    value: ({ responseMs }) => Math.round(responseMs * SERVER_SHARE),
  },
];

/** FLOW_SAMPLER_ID: the sampler of the flow; its interval is in an options record. */
export const samplerField: ExportField = { id: 48, bytes: 2, value: (_, { samplerId }) => samplerId };
