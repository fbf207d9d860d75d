import { informationElement } from './registry.ts';
import type { ElementName } from './registry.ts';

/** What devices measure of applications and media beside volume, and the element that says it. */
const measures = {
  connections: 'newConnectionDeltaCount',
  responses: 'numRespsCountDelta',
  lateResponses: 'numLateRespsCountDelta',
  responseMs: 'sumRespTime',
  serverMs: 'sumServerRespTime',
  serverMsMax: 'maxServerRespTime',
  totalMs: 'sumTotalRespTime',
  networkMs: 'sumNwkTime',
  networkMsMax: 'maxNwkTime',
  clientNetworkMs: 'sumClientNwkTime',
  serverNetworkMs: 'sumServerNwkTime',
  transactions: 'transactionCountDelta',
  transactionMs: 'sumTransactionTime',
  clientRetransmitted: 'clientRetransPackets',
  serverRetransmitted: 'serverRetransPackets',
  clientRetransmittedBytes: 'clientRetransBytes',
  serverRetransmittedBytes: 'serverRetransBytes',
  rtpLost: 'transportPacketsLost',
  rtpJitterUs: 'transportRtpJitterMeanSum',
  rtpJitterUsMax: 'transportRtpJitterMaximum',
  payloadType: 'transportRtpPayloadType',
} as const satisfies Record<string, ElementName>;

export type Measure = keyof typeof measures;

/** Measures in the order of their places. */
export const measureElements = Object.values(measures).map((name) => informationElement(name));

/** Where each measure stands among the values of a record. */
export const measureIndex = Object.fromEntries(
  Object.keys(measures).map((name, place) => [name, place]),
) as Readonly<Record<Measure, number>>;

/** The value of what was not measured. */
export const NOT_MEASURED = -1;
