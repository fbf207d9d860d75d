import type { Kpi } from '../kpi.ts';
import { meanOpinionScore } from '../mean-opinion-score.ts';

const RATIO = 'after spatial and temporal';
const ROUND_TRIP = 'sum(probe_rtt) / sum(probe_rtt_count)';
const LOSS = 'percent(sum(probe_lost), sum(probe_lost) + sum(probe_rtt_count))';

/** IP SLA probes. The MOS uses half of the round-trip time as one-way delay. */
export const probeKpis = {
  sla_rtt: {
    id: 31,
    unit: 'millisecond',
    kind: 'duration',
    aggregation: 'average',
    element: 'probe',
    strategy: RATIO,
    formulas: { ipsla: ROUND_TRIP },
    en: 'Round-trip time',
    fr: 'Temps aller-retour',
  },
  sla_jitter: {
    id: 32,
    unit: 'millisecond',
    kind: 'duration',
    aggregation: 'average',
    element: 'probe',
    strategy: RATIO,
    formulas: { ipsla: 'avg(probe_jitter)' },
    en: 'Probe jitter',
    fr: 'Gigue de la sonde',
  },
  sla_loss: {
    id: 33,
    unit: 'percent',
    kind: 'ratio',
    aggregation: 'average',
    element: 'probe',
    strategy: RATIO,
    formulas: { ipsla: LOSS },
    en: 'Probe packet loss',
    fr: 'Perte de paquets de la sonde',
  },
  sla_mos: {
    id: 34,
    unit: 'scalar',
    kind: 'score',
    aggregation: 'minimum',
    element: 'probe',
    strategy: 'before any aggregation',
    formulas: {
      ipsla: `coalesce(min(probe_mos), ${meanOpinionScore({
        delay: `${ROUND_TRIP} / 2`,
        jitter: 'coalesce(avg(probe_jitter), 0)',
        loss: LOSS,
      })})`,
    },
    en: 'Probe MOS',
    fr: 'MOS de la sonde',
  },
  sla_avail: {
    id: 35,
    unit: 'percent',
    kind: 'state',
    aggregation: 'average',
    element: 'probe',
    strategy: RATIO,
    formulas: { ipsla: 'percent(sum(probe_ok), coalesce(sum(probe_operations), count(probe_ok)))' },
    en: 'Probe availability',
    fr: 'Disponibilité de la sonde',
  },
} as const satisfies Record<string, Kpi>;
