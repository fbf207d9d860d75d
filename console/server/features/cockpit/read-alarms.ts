import { Operator } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { customerBoundsOf } from '#schemas/cockpit/customer-bounds.ts';
import { severityLevelsIn, statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import { topologyLevels } from '#schemas/cockpit/topology.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import { accountName, type Reader } from './cockpit-transaction.ts';

const readRows = (db: Reader, cockpit: number) =>
  db
    .selectFrom('cockpit_alarm as alarm')
    .leftJoin('account', 'account.id', 'alarm.author_id')
    .selectAll('alarm')
    .select(['username', 'first_name', 'last_name'])
    .where('cockpit_id', '=', cockpit)
    .orderBy('alarm.id')
    .execute();
type AlarmRow = Awaited<ReturnType<typeof readRows>>[number];

interface GroupsAndThresholds {
  readonly groups: readonly { readonly alarm_id: number; readonly group_id: number }[];
  readonly thresholds: readonly {
    readonly alarm_id: number;
    readonly of_customer: number | null;
    readonly customer_id: number | null;
  }[];
  readonly customers: ReadonlySet<number>;
}

async function readGroupsAndThresholds(
  db: Reader,
  alarms: readonly number[],
  customers: ReadonlySet<number>,
) {
  if (alarms.length === 0) return { groups: [], thresholds: [], customers };
  const groups = await db
    .selectFrom('cockpit_alarm_group')
    .selectAll()
    .where('alarm_id', 'in', alarms)
    .orderBy('group_id')
    .execute();
  const thresholds = await db
    .selectFrom('alarm_threshold as own')
    .leftJoin('network_element as element', 'element.id', 'own.element_id')
    .select(['own.alarm_id', 'own.customer_id as of_customer', 'element.customer_id'])
    .where('own.alarm_id', 'in', alarms)
    .execute();
  return { groups, thresholds, customers };
}

const changeFields = (row: AlarmRow) => ({
  id: row.id,
  version: row.version,
  author: accountName(row),
  updatedAt: row.updated_at.getTime(),
});

/** Empty for a kind that no longer exists. */
function targetIn({ target }: Pick<AlarmRow, 'target'>): Pick<Alarm, 'target'> {
  const kind = elementKinds.find((known) => known === target);
  return kind === undefined ? {} : { target: kind };
}

function boundsIn(row: AlarmRow): Pick<Alarm, 'customerBounds'> {
  const customerBounds = customerBoundsOf(row);
  return customerBounds === undefined ? {} : { customerBounds };
}

function alarmOf(row: AlarmRow, { groups, thresholds, customers }: GroupsAndThresholds): Alarm {
  const own = thresholds.filter(
    ({ alarm_id, of_customer, customer_id }) =>
      alarm_id === row.id && customers.has(of_customer ?? customer_id ?? 0),
  );
  const ofCustomers = own.filter(({ of_customer }) => of_customer !== null).length;
  return {
    ...changeFields(row),
    kpi: row.kpi,
    ...targetIn(row),
    label: row.label,
    operator: Operator.parse(row.operator),
    threshold: row.threshold,
    severity: Severity.parse(row.severity),
    ...statedLevels(severityLevelsIn(row)),
    outliers: row.outliers,
    measures: row.measures,
    clearAfter: row.clear_after,
    noDataMinutes: row.no_data_minutes,
    acknowledgementMinutes: row.acknowledgement_minutes,
    ...boundsIn(row),
    ...(row.runbook === '' ? {} : { runbook: row.runbook }),
    topology: {
      levels: topologyLevels.filter((level) => row.topology_levels.includes(level)),
      filter: row.topology_filter,
    },
    snmpTrap: row.snmp_trap,
    enabled: row.enabled,
    visibility: row.visibility === 'RESTRICTED' ? 'RESTRICTED' : 'everyone',
    groups: groups.filter(({ alarm_id }) => alarm_id === row.id).map(({ group_id }) => group_id),
    ownThresholds: { customers: ofCustomers, elements: own.length - ofCustomers },
  };
}

/**
 * The alarms of a cockpit in creation order, with the number of own thresholds of these customers. An alarm whose KPI was deleted is left
 * out, as in the engine.
 */
export async function readAlarms(
  db: Reader,
  cockpit: number,
  customers: ReadonlySet<number>,
): Promise<Alarm[]> {
  const [rows, kpis] = [await readRows(db, cockpit), await readDirectory(db)];
  const groupsAndThresholds = await readGroupsAndThresholds(
    db,
    rows.map(({ id }) => id),
    customers,
  );
  return rows.flatMap((row) => (kpis.has(row.kpi) ? [alarmOf(row, groupsAndThresholds)] : []));
}
