import { csrfKeyAnew } from './0030-csrf-key.ts';
import { foundation as clickhouseFoundation } from './0001-foundation-clickhouse.generated.ts';
import { foundation as postgresFoundation } from './0001-foundation-postgres.generated.ts';
import { snmpV3 } from './0002-snmp-v3.ts';
import { customApplications } from './0003-custom-application.ts';
import { debugRecordings } from './0004-debug-recording.ts';
import { collectorErrors } from './0005-collector-errors.ts';
import { silences } from './0008-silence.ts';
import { silenceMaintenance } from './0052-silence-maintenance.ts';
import { discovery } from './0010-discovery.ts';
import { polling } from './0010-polling.ts';
import { notifications } from './0006-notification.ts';
import { flowAttribution } from './0009-flow-attribution.ts';
import { applicationMetrics } from './0009-application-metrics.ts';
import { accessModel } from './0011-access.ts';
import { signIn } from './0012-sign-in.ts';
import { cockpitLibrary } from './0014-cockpit.ts';
import { flowTargets } from './0017-flow-target.ts';
import { clusterTemplates } from './0056-cluster-template.ts';
import { clusterResources } from './0051-cluster-resource.ts';
import { clusters } from './0018-cluster.ts';
import { kpiDefinitions } from './0016-kpi-definition.ts';
import { networkComponents } from './0015-network-component.ts';
import { regions } from './0024-region.ts';
import { alarmMails } from './0020-alarm-mail.ts';
import { collectorTables } from './0026-collector-tables.ts';
import { resources } from './0021-resource.ts';
import { notificationRaises } from './0034-notification-raise.ts';
import { agentAttribution } from './0031-agent-attribution.ts';
import { givenPassword } from './0032-given-password.ts';
import { measuredCodecs } from './0047-measured-codecs.ts';
import { platformNotification } from './0057-platform-notification.ts';
import { restrictedDelivery } from './0054-restricted-delivery.ts';
import { restrictedNotification } from './0042-restricted-notification.ts';
import { pastNames } from './0043-past-name.ts';
import { preferences } from './0048-preferences.ts';
import { templateMonitoring } from './0045-template-monitoring.ts';
import { viewIdentity } from './0029-view-identity.ts';

export interface Migration {
  readonly name: string;
  readonly store: 'postgres' | 'clickhouse';
  readonly statements: readonly string[];
}

/** Forward only, run at start under a lock. A migration that has shipped never changes: its checksum is kept in the store. */
export const migrations: readonly Migration[] = [
  { name: '0001-foundation', store: 'postgres', statements: postgresFoundation },
  { name: '0001-foundation', store: 'clickhouse', statements: clickhouseFoundation },
  { name: '0002-snmp-v3', store: 'postgres', statements: snmpV3 },
  { name: '0003-custom-application', store: 'postgres', statements: customApplications },
  { name: '0004-debug-recording', store: 'postgres', statements: debugRecordings },
  { name: '0005-collector-errors', store: 'clickhouse', statements: collectorErrors },
  { name: '0006-notification', store: 'postgres', statements: notifications },
  { name: '0008-silence', store: 'postgres', statements: silences },
  { name: '0009-flow-attribution', store: 'postgres', statements: flowAttribution },
  { name: '0009-application-metrics', store: 'clickhouse', statements: applicationMetrics },
  { name: '0010-polling', store: 'postgres', statements: polling },
  { name: '0010-discovery', store: 'postgres', statements: discovery },
  { name: '0011-access', store: 'postgres', statements: accessModel },
  { name: '0012-sign-in', store: 'postgres', statements: signIn },
  { name: '0014-cockpit', store: 'postgres', statements: cockpitLibrary },
  { name: '0015-network-component', store: 'postgres', statements: networkComponents },
  { name: '0016-kpi-definition', store: 'postgres', statements: kpiDefinitions },
  { name: '0020-alarm-mail', store: 'postgres', statements: alarmMails },
  { name: '0021-resource', store: 'postgres', statements: resources },
  { name: '0024-region', store: 'postgres', statements: regions },
  { name: '0026-collector-tables', store: 'clickhouse', statements: collectorTables },
  { name: '0029-view-identity', store: 'clickhouse', statements: viewIdentity },
  // The constraint on kinds of element is that of 0015 and more.
  { name: '0017-flow-target', store: 'postgres', statements: flowTargets },
  { name: '0018-cluster', store: 'postgres', statements: clusters },
  { name: '0030-csrf-key', store: 'postgres', statements: csrfKeyAnew },
  { name: '0031-agent-attribution', store: 'postgres', statements: agentAttribution },
  { name: '0032-given-password', store: 'postgres', statements: givenPassword },
  { name: '0034-notification-raise', store: 'postgres', statements: notificationRaises },
  { name: '0042-restricted-notification', store: 'postgres', statements: restrictedNotification },
  { name: '0043-past-name', store: 'postgres', statements: pastNames },
  { name: '0048-preferences', store: 'postgres', statements: preferences },
  { name: '0051-cluster-resource', store: 'postgres', statements: clusterResources },
  { name: '0052-silence-maintenance', store: 'postgres', statements: silenceMaintenance },
  { name: '0056-cluster-template', store: 'postgres', statements: clusterTemplates },
  { name: '0045-template-monitoring', store: 'clickhouse', statements: templateMonitoring },
  { name: '0047-measured-codecs', store: 'clickhouse', statements: measuredCodecs },
  { name: '0054-restricted-delivery', store: 'postgres', statements: restrictedDelivery },
  { name: '0057-platform-notification', store: 'postgres', statements: platformNotification },
];
