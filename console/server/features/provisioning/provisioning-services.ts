import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AuditTrail } from '../../kernel/audit/audit-trail.ts';
import { ImportRepository } from './import-repository.ts';
import { ImportMappingRepository } from './mapping-repository.ts';
import { ImportStore } from './run/import-store.ts';
import { ImportWorker } from './run/import-worker.ts';
import type { SourceNeeds } from './schedule/fetch-source.ts';
import { ScheduleRepository } from './schedule/schedule-repository.ts';
import { ScheduleWorker } from './schedule/schedule-worker.ts';

export interface ProvisioningServiceNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly audit: Pick<AuditTrail, 'of'>;
  readonly publicUrl: string;
  /** Where schedules find their files. */
  readonly source: SourceNeeds;
}

export interface ProvisioningServices {
  readonly imports: ImportRepository;
  readonly mappings: ImportMappingRepository;
  readonly schedules: ScheduleRepository;
  readonly worker: ImportWorker;
  /** Works on imports and schedules until the signal aborts. */
  readonly start: (signal: AbortSignal) => void;
}

/** The imports of the inventory and what works on them, not started yet. */
export function openProvisioning({
  db,
  bus,
  clock,
  ids,
  log,
  audit,
  source,
  publicUrl,
}: ProvisioningServiceNeeds): ProvisioningServices {
  const store = new ImportStore(db, clock, ids.uuid());
  const worker = new ImportWorker({
    db,
    bus,
    clock,
    log,
    store,
    publicUrl,
    auditOf: (origin) => audit.of(origin),
  });
  const wake = (): void => {
    worker.wake();
  };
  const schedule = new ScheduleWorker({ db, clock, log, source, wake });
  return {
    imports: new ImportRepository({ db, clock, wake }),
    mappings: new ImportMappingRepository({ db, clock }),
    schedules: new ScheduleRepository({ db, clock, hasFolder: source.folder !== undefined }),
    worker,
    start(signal) {
      worker.start(signal);
      schedule.start(signal);
    },
  };
}
