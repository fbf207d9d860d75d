import { inScope } from './counter.ts';

/** Flow totals of an application at a site, and of an exporter at a collector. */
export const flowCounters = inScope('flow', {
  flow_octets: { id: 500, kind: 'gauge', element: 'application' },
  flow_packets: { id: 501, kind: 'gauge', element: 'application' },
  flow_count: { id: 502, kind: 'gauge', element: 'application' },
  /** IE 278 and the number of records with it: without IE 278, a record counts as one new connection. */
  flow_connections: { id: 503, kind: 'gauge', element: 'application' },
  flow_connection_flows: { id: 512, kind: 'gauge', element: 'application' },
  /** Milliseconds: sums of Cisco 9306 and 9313, with their numbers of responses (9292) and connections. */
  flow_response_time: { id: 504, kind: 'gauge', element: 'application' },
  flow_responses: { id: 505, kind: 'gauge', element: 'application' },
  flow_network_time: { id: 506, kind: 'gauge', element: 'application' },
  flow_network_connections: { id: 513, kind: 'gauge', element: 'application' },
  /** Packets: Cisco 9268 and 9270, and all packets of the records with them. */
  flow_retransmitted: { id: 507, kind: 'gauge', element: 'application' },
  flow_retransmission_packets: { id: 514, kind: 'gauge', element: 'application' },
  /** Milliseconds: Cisco 4325, stored in µs. */
  flow_rtp_jitter: { id: 508, kind: 'gauge', element: 'application', per: 1_000 },
  flow_rtp_samples: { id: 509, kind: 'gauge', element: 'application' },
  /** Packets: Cisco 4251, and all packets of the flows with it. */
  flow_rtp_lost: { id: 510, kind: 'gauge', element: 'application' },
  flow_rtp_packets: { id: 511, kind: 'gauge', element: 'application' },
  /** Records: lost by sequence numbers, and received. */
  export_lost: { id: 520, kind: 'gauge', element: 'collector' },
  export_received: { id: 521, kind: 'gauge', element: 'collector' },
  /** Seconds since 1970. */
  export_last: { id: 522, kind: 'gauge', element: 'collector' },
});
