import type { Operator } from '../../alerting/alert.ts';
import type { Severity } from '../../alerting/severity.ts';
import type { KpiKey } from '../../kpi/library.ts';
import type { Clearing } from '../clearing.ts';
import type { AlarmDraft, CockpitDraft } from '../cockpit.ts';
import type { SeverityLevels } from '../level/severity-levels.ts';
import { topologyDefault } from '../topology.ts';

/** Values flap around a threshold: it clears after a quarter of an hour of good measures. */
const ofLoad: Clearing = { clearAfter: 3, noDataMinutes: 15, acknowledgementMinutes: 15 };
/** What is up again is up: two good measures, so that a device that restarts twice is one alarm. */
const ofState: Clearing = { clearAfter: 2, noDataMinutes: 15, acknowledgementMinutes: 30 };

interface Rule {
  readonly operator: Operator;
  readonly threshold: number;
  readonly severity: Severity;
  readonly levels?: SeverityLevels;
  readonly outliers: number;
  readonly measures: number;
}

const alarm = (label: string, kpi: KpiKey, rule: Rule & Clearing): AlarmDraft => ({
  label,
  kpi,
  ...rule,
  topology: topologyDefault,
  snmpTrap: false,
  enabled: true,
  visibility: 'everyone',
  groups: [],
});

/** A single missed poll or a short peak raises nothing. */
const twoOfThree = { outliers: 2, measures: 3 } as const;
const threeOfThree = { outliers: 3, measures: 3 } as const;

/** At most half of the time up: such an alarm on a device explains those below it (`schemas/alerting/dependency.ts`). */
const down = (severity: Severity): Rule & Clearing => ({
  operator: '<',
  threshold: 50,
  severity,
  ...twoOfThree,
  ...ofState,
});
const above = (
  threshold: number,
  severity: Severity,
  period: Pick<Rule, 'outliers' | 'measures'> = twoOfThree,
): Rule & Clearing => ({ operator: '>=', threshold, severity, ...period, ...ofLoad });

/**
 * The cockpit that every installation starts with: what a network operator wants to know of any network. Screens show its
 * names (`schemas/name/built-in-name.ts`) and its description in the user's language.
 */
export const starterCockpit: CockpitDraft & { readonly alarms: readonly AlarmDraft[] } = {
  name: 'Standard',
  description: '',
  alarms: [
    alarm('Device down', 'cpe_avail', down('critical')),
    alarm('Interface down', 'itf_avail', down('major')),
    alarm('Exporter silent', 'cpe_export', {
      operator: '<',
      threshold: 1,
      severity: 'major',
      ...threeOfThree,
      ...ofState,
    }),
    alarm('Tunnel down', 'tun_avail', down('critical')),
    alarm('Inbound saturation', 'itf_in_util', { ...above(80, 'minor'), levels: { critical: 95 } }),
    alarm('Outbound saturation', 'itf_out_util', { ...above(80, 'minor'), levels: { critical: 95 } }),
    alarm('Inbound errors', 'itf_in_err', above(1, 'major')),
    alarm('Outbound errors', 'itf_out_err', above(1, 'major')),
    alarm('Inbound discards', 'itf_in_disc', above(1, 'minor')),
    alarm('Outbound discards', 'itf_out_disc', above(1, 'minor')),
    alarm('CPU load', 'cpe_cpu', above(90, 'major', threeOfThree)),
    alarm('Memory usage', 'cpe_mem', above(90, 'major', threeOfThree)),
    alarm('Probe loss', 'sla_loss', above(5, 'major')),
  ],
};
