import { informationElement, type ElementName } from './registry.ts';

/** Performance measures of applications and media, and the elements that carry them. */
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

/** Elements in index order. */
export const measureElements = Object.values(measures).map((name) => informationElement(name));

/** Index of each measure in the values of a record. */
export const measureIndex = Object.fromEntries(
  Object.keys(measures).map((name, place) => [name, place]),
) as Readonly<Record<Measure, number>>;

/** Value of a missing measure. */
export const NOT_MEASURED = -1;
