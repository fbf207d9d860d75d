import type { Kpi } from '../kpi.ts';
import { meanOpinionScore } from '../mean-opinion-score.ts';

const RATIO = 'after spatial and temporal';

/** MOS from 1 to 4.5, mapped to vManage's scale from 0 to 10. */
const score = (delay: string, jitter: string, loss: string): string =>
  `10 * (${meanOpinionScore({ delay: `avg(${delay})`, jitter: `avg(${jitter})`, loss: `avg(${loss})` })} - 1) / 3.5`;

/** SD-WAN tunnels, and members of a FortiGate's SD-WAN by health check. */
export const tunnelKpis = {
  tun_latency: {
    id: 36,
    unit: 'millisecond',
    kind: 'duration',
    aggregation: 'average',
    element: 'tunnel',
    strategy: RATIO,
    formulas: {
      snmp: 'avg(tunnel_latency)',
      vmanage: 'avg(cv_latency)',
      nuage: 'avg(nu_avg_delay)',
      fortinet: 'avg(fo_latency)',
    },
    en: 'Tunnel latency',
    fr: 'Latence du tunnel',
  },
  tun_jitter: {
    id: 37,
    unit: 'millisecond',
    kind: 'duration',
    aggregation: 'average',
    element: 'tunnel',
    strategy: RATIO,
    formulas: {
      snmp: 'avg(tunnel_jitter)',
      vmanage: 'avg(cv_jitter)',
      nuage: 'avg(nu_avg_jitter)',
      fortinet: 'avg(fo_jitter)',
    },
    en: 'Tunnel jitter',
    fr: 'Gigue du tunnel',
  },
  tun_loss: {
    id: 38,
    unit: 'percent',
    kind: 'ratio',
    aggregation: 'average',
    element: 'tunnel',
    strategy: RATIO,
    formulas: {
      snmp: '100 * (avg(tunnel_loss) / 100)',
      vmanage: 'percent(sum(cv_loss), sum(cv_total))',
      nuage: '100 * (avg(nu_avg_pkt_loss) / 100)',
      fortinet: '100 * (avg(fo_packet_loss) / 100)',
    },
    en: 'Tunnel packet loss',
    fr: 'Perte de paquets du tunnel',
  },
  tun_qoe: {
    id: 39,
    unit: 'scalar',
    kind: 'score',
    aggregation: 'average',
    element: 'tunnel',
    strategy: 'before any aggregation',
    formulas: {
      snmp: score('tunnel_latency', 'tunnel_jitter', 'tunnel_loss'),
      vmanage: 'avg(cv_vqoe_score)',
      nuage: score('nu_avg_delay', 'nu_avg_jitter', 'nu_avg_pkt_loss'),
      fortinet: score('fo_latency', 'fo_jitter', 'fo_packet_loss'),
    },
    en: 'Tunnel quality score',
    fr: 'Score de qualité du tunnel',
  },
  tun_avail: {
    id: 40,
    unit: 'percent',
    kind: 'state',
    aggregation: 'average',
    element: 'tunnel',
    strategy: RATIO,
    formulas: {
      snmp: '100 * share(tunnel_up)',
      vmanage: '100 * share(cv_tunnel_up)',
      nuage: '100 * share(nu_session_up)',
      fortinet: '100 * share(fo_up)',
    },
    en: 'Tunnel availability',
    fr: 'Disponibilité du tunnel',
  },
  tun_sla: {
    id: 41,
    unit: 'percent',
    kind: 'ratio',
    aggregation: 'average',
    element: 'tunnel',
    strategy: RATIO,
    formulas: {
      vmanage: 'percent(sum(cv_sla_met), count(cv_sla_met))',
      nuage: 'percent(sum(nu_flows_in_sla), sum(nu_flows))',
      fortinet: 'percent(sum(fo_sla_met), count(fo_sla_met))',
    },
    en: 'SLA compliance',
    fr: 'Conformité SLA',
  },
} as const satisfies Record<string, Kpi>;
