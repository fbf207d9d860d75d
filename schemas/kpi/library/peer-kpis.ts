import type { Kpi } from '../kpi.ts';

const RATIO = 'after spatial and temporal';

/** BGP sessions of devices. */
export const peerKpis = {
  bgp_avail: {
    id: 57,
    unit: 'percent',
    kind: 'state',
    aggregation: 'average',
    element: 'peer',
    strategy: RATIO,
    formulas: { snmp: '100 * share(peer_up)' },
    en: 'BGP session availability',
    fr: 'Disponibilité de la session BGP',
  },
  bgp_flaps: {
    id: 58,
    unit: 'scalar',
    kind: 'counter',
    aggregation: 'sum',
    element: 'peer',
    strategy: 'before any aggregation',
    formulas: { snmp: 'delta(peer_transitions)' },
    en: 'BGP session flaps',
    fr: 'Rétablissements de la session BGP',
  },
  bgp_in_updates: {
    id: 59,
    unit: 'scalar',
    kind: 'rate',
    aggregation: 'average',
    element: 'peer',
    strategy: RATIO,
    formulas: { snmp: 'rate(peer_in_updates)' },
    en: 'BGP updates received/s',
    fr: 'Mises à jour BGP reçues/s',
  },
  bgp_out_updates: {
    id: 60,
    unit: 'scalar',
    kind: 'rate',
    aggregation: 'average',
    element: 'peer',
    strategy: RATIO,
    formulas: { snmp: 'rate(peer_out_updates)' },
    en: 'BGP updates sent/s',
    fr: 'Mises à jour BGP émises/s',
  },
  bgp_uptime: {
    id: 61,
    unit: 'second',
    kind: 'time',
    over: 'minimum',
    aggregation: 'last',
    element: 'peer',
    strategy: 'before any aggregation',
    formulas: { snmp: 'last(peer_uptime)' },
    en: 'BGP session uptime',
    fr: 'Ancienneté de la session BGP',
  },
} as const satisfies Record<string, Kpi>;
