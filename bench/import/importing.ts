import { readFileSync } from 'node:fs';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { silentLog } from '#platform/log/log.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { unleased } from '#platform/postgres/leased-runs.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import { contentOf, insertImport } from '#server/features/provisioning/import-repository.ts';
import { openProvisioning } from '#server/features/provisioning/provisioning-services.ts';
import { AuditTrail } from '#server/kernel/audit/audit-trail.ts';
import { standstillOf, type Standstill } from '../harness/event-loop-stall.ts';
import { forgetMost, residentMib } from '../harness/process-memory.ts';
import { LINES } from './lines.ts';

/** What this process has to import, and what it replies: forked by `bench/import.ts` with the options of a server. */
export interface ImportOrder {
  /** `undo`: of the last import, whatever the file. */
  readonly task: 'plan' | 'apply' | 'undo';
  readonly file: string;
}
export interface ImportReport extends Standstill {
  /** Held before it, and at most during it. */
  readonly beforeMib: number;
  readonly mostMib: number;
}

const importing: ImportActor = {
  actorId: null,
  actor: 'bench',
  via: 'system',
  address: '',
  requestId: '',
  language: 'en',
  mayChangeCustomers: true,
  mayNameCredentials: true,
  allCustomers: true,
  customers: [],
  sites: [],
};

type Provisioning = ReturnType<typeof openProvisioning>;

/** Queues a new import, or the last one again to be undone, and returns its id. */
async function queue(db: Db, task: ImportOrder['task'], file: Buffer): Promise<number> {
  if (task === 'undo') {
    const again = {
      task,
      state: 'queued',
      attempts: 0,
      ...unleased,
      ended_at: null,
    } as const;
    const { id } = await db
      .selectFrom('import_run')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.updateTable('import_run').set(again).where('id', '=', id).execute();
    return id;
  }
  const run = { name: 'bench.csv', mode: 'file', removeMissing: false, mapping: null, task } as const;
  const by = { importing, author: { name: 'bench', id: null } };
  const content = await contentOf(file);
  return db.transaction().execute((tx) => insertImport({ tx, now: new Date() }, { ...run, ...by }, content));
}

const ended = { plan: 'ready', apply: 'finished', undo: 'undone' } as const;

/** Runs one task of an import and measures it with the pauses of the server's event loop. */
async function measured(
  { db, worker }: Pick<Provisioning, 'worker'> & { readonly db: Db },
  task: ImportOrder['task'],
  file: Buffer,
): Promise<Standstill> {
  const id = await queue(db, task, file);
  const took = await standstillOf(async () => {
    worker.wake();
    await worker.idle();
  });
  const { state, lines } = await db
    .selectFrom('import_run')
    .select(['state', 'lines'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (state !== ended[task] || lines !== LINES) throw new Error(`the import is ${state}`);
  return took;
}

const db = openPostgres(process.env['DATABASE_URL'] ?? '');
const bus = { publish: () => undefined } as never;
const provisioning = openProvisioning({
  db,
  bus,
  clock: systemClock,
  ids: systemIds,
  log: silentLog,
  audit: new AuditTrail({ db, clock: systemClock }),
  publicUrl: 'https://bench.example.net',
  source: { folder: undefined, rules: { resolve: systemResolve, allowed: networkList([]), setting: '' } },
});
provisioning.worker.start(new AbortController().signal);
process.on('message', ({ task, file }: ImportOrder) => {
  const beforeMib = residentMib(process.pid, 'VmRSS');
  forgetMost();
  void measured({ db, worker: provisioning.worker }, task, readFileSync(file)).then((found) => {
    const mostMib = residentMib(process.pid, 'VmHWM');
    process.send?.({ ...found, beforeMib, mostMib } satisfies ImportReport);
  });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ beforeMib: residentMib(process.pid, 'VmRSS') });
