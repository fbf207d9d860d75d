import { foundation as clickhouseFoundation } from './0001-foundation-clickhouse.generated.ts';
import { foundation as postgresFoundation } from './0001-foundation-postgres.generated.ts';
import { snmpV3 } from './0002-snmp-v3.ts';
import { customApplications } from './0003-custom-application.ts';
import { debugRecordings } from './0004-debug-recording.ts';
import { collectorErrors } from './0005-collector-errors.ts';
import { cockpitLibrary } from './0014-cockpit.ts';

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
  { name: '0014-cockpit', store: 'postgres', statements: cockpitLibrary },
];
