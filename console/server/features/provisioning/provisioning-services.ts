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

export interface ProvisioningServiceNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly audit: Pick<AuditTrail, 'of'>;
}

export interface ProvisioningServices {
  readonly imports: ImportRepository;
  readonly mappings: ImportMappingRepository;
  readonly worker: ImportWorker;
}

/** The imports of the inventory and what works on them, not started yet. */
export function openProvisioning({
  db,
  bus,
  clock,
  ids,
  log,
  audit,
}: ProvisioningServiceNeeds): ProvisioningServices {
  const store = new ImportStore(db, clock, ids.uuid());
  const worker = new ImportWorker({ db, bus, clock, log, store, auditOf: (origin) => audit.of(origin) });
  const wake = (): void => {
    worker.wake();
  };
  return {
    imports: new ImportRepository({ db, clock, wake }),
    mappings: new ImportMappingRepository({ db, clock }),
    worker,
  };
}
