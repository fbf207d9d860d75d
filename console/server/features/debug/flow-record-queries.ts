import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { StoredFlow, FlowRecordSearch } from '#schemas/debug/flow-records.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';

/** Flows that the caller sees: all of some customers, and those of some sites of others. */
export interface VisibleFlows {
  readonly customers: readonly number[];
  readonly sites: readonly number[];
}

/** IPv4 addresses are stored mapped. */
const addressSql = (column: string): string =>
  `if(${column} = toIPv6('::'), '', replaceRegexpOne(toString(${column}), '^::ffff:', ''))`;
const millisecondsSql = (column: string): string => `toFloat64(toUnixTimestamp64Milli(${column}))`;

const columns = {
  customer: 'customer',
  site: 'site',
  exporter: 'exporter',
  inIndex: 'in_index',
  outIndex: 'out_index',
  first: millisecondsSql('first'),
  last: millisecondsSql('last'),
  source: addressSql('source'),
  destination: addressSql('destination'),
  nextHop: addressSql('next_hop'),
  sourcePort: 'source_port',
  destinationPort: 'destination_port',
  protocol: 'protocol',
  dscp: 'dscp',
  direction: 'direction',
  duplicate: 'duplicate',
  sampling: 'sampling',
  bytes: 'toFloat64(bytes)',
  packets: 'toFloat64(packets)',
  vpn: 'vpn',
  egressVpn: 'egress_vpn',
  vlan: 'vlan',
  postVlan: 'post_vlan',
  mplsLabel: 'mpls_label',
  forwardingStatus: 'forwarding_status',
  icmpType: 'icmp_type',
  icmpCode: 'icmp_code',
  asPath: 'as_numbers',
  sourceAs: 'source_as',
  destinationAs: 'destination_as',
  ownAs: 'own_as',
  postNatSource: addressSql('post_nat_source'),
  postNatDestination: addressSql('post_nat_destination'),
  postNatSourcePort: 'post_nat_source_port',
  postNatDestinationPort: 'post_nat_destination_port',
  natEvent: 'nat_event',
  firewallEvent: 'firewall_event',
  user: 'toValidUTF8(user_name)',
  client: addressSql('client'),
  clientMac: "if(client_mac = toFixedString('', 6), '', lower(hex(client_mac)))",
} as const satisfies Record<keyof StoredFlow, string>;

/** Condition of each value of a search. */
const conditionOf = {
  customer: 'customer = {customer:UInt32}',
  address: 'toIPv6({address:String}) IN (source, destination, post_nat_source, post_nat_destination, client)',
  port: '{port:UInt16} IN (source_port, destination_port, post_nat_source_port, post_nat_destination_port)',
  user: 'user_name = {user:String}',
  mac: 'client_mac = unhex({mac:String})',
  as: 'has(arrayConcat([source_as, destination_as, own_as], as_numbers), {as:UInt32})',
  vlan: '{vlan:UInt16} IN (vlan, post_vlan)',
} as const;
const searched = Object.keys(conditionOf) as (keyof typeof conditionOf)[];

function flowRecordsSql({ events, quarantined, mac, ...search }: FlowRecordSearch, visible: VisibleFlows) {
  const values = { ...search, ...(mac === undefined ? {} : { mac: mac.replaceAll(/[:-]/g, '') }) };
  const conditions = [
    'received >= toDateTime64({from:UInt32}, 3)',
    'received < toDateTime64({to:UInt32}, 3)',
    '(customer IN {customers:Array(UInt32)} OR site IN {sites:Array(UInt32)})',
    ...searched.flatMap((name) =>
      values[name as keyof typeof values] === undefined ? [] : [conditionOf[name]],
    ),
    ...(events ? ['(nat_event != 0 OR firewall_event != 0)'] : []),
  ];
  return {
    sql: `SELECT ${Object.entries(columns)
      .map(([name, column]) => `${column} AS ${name}`)
      .join(', ')}
FROM ${quarantined ? 'quarantined_flows' : 'flows'}
WHERE ${conditions.join('\n  AND ')}
ORDER BY received DESC LIMIT {limit:UInt32}`,
    params: { ...values, ...visible },
    // Names of the reply such as `source` would otherwise replace the columns in the conditions.
    settings: {
      max_execution_time: 20,
      max_memory_usage: '1000000000',
      prefer_column_name_to_alias: 1,
    } as const,
  };
}

/** Stored flows that match a search, newest first. */
export const readFlowRecords = (
  clickhouse: Pick<ClickHouse, 'query'>,
  search: FlowRecordSearch,
  visible: VisibleFlows,
): Promise<readonly StoredFlow[]> => {
  const { sql, params, settings } = flowRecordsSql(search, visible);
  return withinLimits(clickhouse.query<StoredFlow>(sql, params, settings));
};
