import { z } from 'zod';
import { API, route } from '../route.ts';

const MAX_RECORDS = 1_000;
const MAC = /^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i;

const seconds = z.coerce.number().int().min(0).max(4_294_967_295);
const port = z.coerce.number().int().min(0).max(65_535);

/** What flow records are searched by: every given value must match. */
export const FlowRecordSearch = z
  .strictObject({
    /** Seconds since 1970; a period of at most a day. */
    from: seconds,
    to: seconds,
    customer: z.coerce.number().int().positive().optional(),
    /** Source, destination, an address after translation, or the wireless client. */
    address: z.union([z.ipv4(), z.ipv6()]).optional(),
    /** Any port, before or after translation. */
    port: port.optional(),
    user: z.string().trim().min(1).max(64).optional(),
    /** MAC of the wireless client. */
    mac: z.string().regex(MAC).optional(),
    /** AS of either end, of the router, or of the path. */
    as: seconds.optional(),
    vlan: z.coerce.number().int().min(1).max(4_095).optional(),
    /** Only those with a NAT or firewall event. */
    events: z.stringbool().default(false),
    /** Flows that were set aside, which are in no sum. */
    quarantined: z.stringbool().default(false),
    limit: z.coerce.number().int().min(1).max(MAX_RECORDS).default(100),
  })
  .refine(({ from, to }) => from < to && to - from <= 86_400, { path: ['to'] });
export type FlowRecordSearch = z.infer<typeof FlowRecordSearch>;

const number = z.number();

/** A stored flow. Times are milliseconds since 1970; 0 and empty texts stand for what was not exported. */
export const StoredFlow = z.strictObject({
  customer: number,
  site: number,
  exporter: number,
  inIndex: number,
  outIndex: number,
  first: number,
  last: number,
  source: z.string(),
  destination: z.string(),
  nextHop: z.string(),
  sourcePort: number,
  destinationPort: number,
  protocol: number,
  dscp: number,
  direction: number,
  duplicate: number,
  /** 0: the sampler is unknown, bytes and packets are those exported. */
  sampling: number,
  bytes: number,
  packets: number,
  vpn: number,
  egressVpn: number,
  vlan: number,
  postVlan: number,
  mplsLabel: number,
  forwardingStatus: number,
  icmpType: number,
  icmpCode: number,
  sourceAs: number,
  destinationAs: number,
  ownAs: number,
  asPath: z.array(z.number()),
  postNatSource: z.string(),
  postNatDestination: z.string(),
  postNatSourcePort: number,
  postNatDestinationPort: number,
  natEvent: number,
  firewallEvent: number,
  user: z.string(),
  client: z.string(),
  clientMac: z.string(),
});
export type StoredFlow = z.infer<typeof StoredFlow>;

export const listFlowRecords = route({
  method: 'GET',
  path: `${API}/mt/debug/flow`,
  scope: 'admin',
  needs: 'SUPPORT.DEBUG.read',
  summary: 'Stored flows by address, port, user, client or AS, newest first',
  query: FlowRecordSearch,
  reply: z.strictObject({ records: z.array(StoredFlow) }),
  problems: ['TOO_MUCH_DATA'],
});
