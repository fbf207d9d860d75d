import { clickhouseFoundation } from './0001-clickhouse-foundation.generated.ts';
import { postgresFoundation } from './0002-postgres-foundation.generated.ts';
import { acceptanceRuns } from './acceptance-runs.ts';
import { acceptanceStops, acceptanceTokens } from './acceptance-stops.ts';
import { alarmLevels } from './alarm-levels.ts';
import { annotations } from './annotations.ts';
import { auditTriggers } from './audit-triggers.ts';
import { brands } from './brands.ts';
import { clusterTriggers } from './cluster-triggers.ts';
import { evenNames } from './even-names.ts';
import { elementNotes } from './element-notes.ts';
import { firstRows } from './first-rows.ts';
import { healthTables } from './health-tables.ts';
import { importBrake } from './import-brake.ts';
import { fieldWords, runLeases } from './field-words.ts';
import { incidentTables } from './incidents.ts';
import { nameOrder } from './name-order.ts';
import { notificationLanguages } from './notification-languages.ts';
import { pastNameTriggers } from './past-name-triggers.ts';
import { recordingFiles } from './recording-files.ts';
import { renderTokens } from './render-tokens.ts';
import { reportImages } from './report-images.ts';
import { reportMails } from './report-mails.ts';
import { resourceLife } from './resource-life.ts';
import { namedServices } from './named-services.ts';
import { schedulingTables } from './scheduling-tables.ts';
import { addressCountriesTables } from './address-countries-tables.ts';

export interface Migration {
  /** `NNNN-topic`: one counter for both stores. */
  readonly name: string;
  readonly store: 'postgres' | 'clickhouse';
  readonly statements: readonly string[];
}

/**
 * Forward only, run at start under a lock. A migration that has shipped never changes: the store keeps its checksum. The two
 * foundations are generated from the column lists (`npm run foundation`) until the first release.
 *
 * ClickHouse (26.7) gives a view whose query was modified a new identity until the server loads the view again. The identity is part
 * of the deduplication token of every block behind the view: a block repeated across a restart after `MODIFY QUERY` would count
 * twice in the rollups. A migration that modifies a view therefore renames it there and back, which restores its identity.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-clickhouse-foundation', store: 'clickhouse', statements: clickhouseFoundation },
  {
    name: '0002-postgres-foundation',
    store: 'postgres',
    statements: [
      ...postgresFoundation,
      ...auditTriggers,
      ...pastNameTriggers,
      ...clusterTriggers,
      ...firstRows,
    ],
  },
  { name: '0003-name-order', store: 'postgres', statements: nameOrder },
  { name: '0004-import-brake', store: 'postgres', statements: importBrake },
  { name: '0005-even-names', store: 'postgres', statements: evenNames },
  { name: '0006-resource-life', store: 'postgres', statements: resourceLife },
  { name: '0007-acceptance-runs', store: 'postgres', statements: acceptanceRuns },
  { name: '0008-acceptance-stops', store: 'postgres', statements: acceptanceStops },
  { name: '0009-acceptance-tokens', store: 'postgres', statements: acceptanceTokens },
  { name: '0010-recording-files', store: 'postgres', statements: recordingFiles },
  { name: '0011-health-tables', store: 'postgres', statements: healthTables },
  { name: '0012-report-images', store: 'postgres', statements: reportImages },
  { name: '0013-scheduling', store: 'postgres', statements: schedulingTables },
  { name: '0014-render-tokens', store: 'postgres', statements: renderTokens },
  { name: '0015-address-countries', store: 'clickhouse', statements: addressCountriesTables },
  { name: '0016-report-mails', store: 'postgres', statements: reportMails },
  { name: '0017-brands', store: 'postgres', statements: brands },
  { name: '0018-alarm-levels', store: 'postgres', statements: alarmLevels },
  { name: '0019-named-services', store: 'postgres', statements: namedServices },
  { name: '0020-annotations', store: 'postgres', statements: annotations },
  { name: '0021-incidents', store: 'postgres', statements: incidentTables },
  { name: '0022-element-notes', store: 'postgres', statements: elementNotes },
  { name: '0023-field-words', store: 'postgres', statements: fieldWords },
  { name: '0024-notification-languages', store: 'postgres', statements: notificationLanguages },
  { name: '0025-run-leases', store: 'postgres', statements: runLeases },
];
