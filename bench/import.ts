import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { silentLog } from '#platform/log/log.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import { contentOf, insertImport } from '#server/features/provisioning/import-repository.ts';
import { openProvisioning } from '#server/features/provisioning/provisioning-services.ts';
import { AuditTrail } from '#server/kernel/audit/audit-trail.ts';
import { workbookOf } from '#tests/fixtures/provisioning/workbook.ts';
import { startStores } from './harness/embedded-stores.ts';
import { standstillOf } from './harness/event-loop-stall.ts';
import type { Standstill } from './harness/event-loop-stall.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { residentMib } from './harness/process-memory.ts';
import type { BenchResult } from './harness/result.ts';

const LINES = 100_000;
const PORTS = 20;
const DEVICES_OF_SITE = 4;
const SITES_OF_CUSTOMER = 25;

const HEAD = [
  ...['customer', 'customerName', 'site', 'city', 'country', 'latitude', 'longitude', 'device', 'address'],
  ...['vendor', 'model', 'interface', 'alias', 'bandwidthIn', 'bandwidthOut'],
] as const;

/** 50 customers with 1,250 sites, 5,000 devices and 100,000 interfaces. */
function lineOf(at: number, alias: string): readonly string[] {
  const device = Math.floor(at / PORTS);
  const site = Math.floor(device / DEVICES_OF_SITE);
  const customer = Math.floor(site / SITES_OF_CUSTOMER);
  return [
    ...[
      `bench-${String(customer)}`,
      `Customer ${String(customer)}`,
      `Site ${String(site)}`,
      'Lyon',
      'France',
    ],
    ...[String(40 + (site % 100) / 10), String((site % 50) / 10), `router-${String(device)}`],
    ...[
      `10.${String(device >> 16)}.${String((device >> 8) & 255)}.${String(device & 255)}`,
      'Cisco',
      'ISR 4331',
    ],
    ...[`GigabitEthernet0/0/${String(at % PORTS)}`, `${alias} ${String(at)}`, '200M', '1G'],
  ];
}

const table = (alias: string): readonly (readonly string[])[] => [
  HEAD,
  ...Array.from({ length: LINES }, (_, at) => lineOf(at, alias)),
];
const csvOf = (alias: string): Buffer =>
  Buffer.from(
    table(alias)
      .map((line) => line.join(';'))
      .join('\n'),
  );

const importing: ImportActor = {
  ...{ actorId: null, actor: 'bench', via: 'system', address: '', requestId: '', language: 'en' },
  ...{ mayChangeCustomers: true, mayNameCredentials: true, allCustomers: true, customers: [], sites: [] },
};

type Provisioning = ReturnType<typeof openProvisioning>;

/** Runs one task of an import and measures it with the pauses of the server's event loop. */
async function measured(
  { db, worker }: Pick<Provisioning, 'worker'> & { readonly db: Db },
  task: 'plan' | 'apply',
  file: Buffer,
): Promise<Standstill> {
  const run = { name: 'bench.csv', mode: 'file', removeMissing: false, mapping: null, task } as const;
  const by = { importing, author: { name: 'bench', id: null } };
  const content = await contentOf(file);
  const id = await db
    .transaction()
    .execute((tx) => insertImport({ tx, now: new Date() }, { ...run, ...by }, content));
  const took = await standstillOf(async () => {
    worker.wake();
    await worker.idle();
  });
  const { state, lines } = await db
    .selectFrom('import_run')
    .select(['state', 'lines'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if ((state !== 'ready' && state !== 'finished') || lines !== LINES)
    throw new Error(`the import is ${state}`);
  return took;
}

async function measure(db: Db): Promise<readonly BenchResult[]> {
  const bus = { publish: () => undefined } as never;
  const audit = new AuditTrail({ db, clock: systemClock });
  const ending = new AbortController();
  const source = {
    folder: undefined,
    rules: { resolve: systemResolve, allowed: networkList([]), setting: '' },
  };
  const needs = { db, bus, clock: systemClock, ids: systemIds, log: silentLog, audit, source };
  const provisioning = openProvisioning(needs);
  provisioning.worker.start(ending.signal);
  const of = { db, worker: provisioning.worker };
  const before = residentMib(process.pid, 'VmRSS');
  const file = csvOf('to customer');
  const steps = [
    ['the difference with an empty inventory', await measured(of, 'plan', file)],
    ['the difference and its application', await measured(of, 'apply', file)],
    ['the difference with the same inventory', await measured(of, 'plan', file)],
    ['a change of every line and its application', await measured(of, 'apply', csvOf('changed'))],
  ] as const;
  // The workbook is made in this process too, which takes more memory than its import.
  const memory = residentMib(process.pid, 'VmHWM');
  const workbook = [
    ['the difference of a workbook', await measured(of, 'plan', workbookOf(table('to customer')))],
  ] as const;
  ending.abort();
  const result = (name: string, value: number, unit: string): BenchResult => ({
    ...{ name: `an import of 100,000 lines: ${name}`, value, unit, samples: [value] },
  });
  return [
    ...[...steps, ...workbook].flatMap(([name, { took, standsStill }]) => [
      result(name, took / 1_000, 's'),
      result(`${name}: longest pause of the server`, standsStill, 'ms'),
    ]),
    result('memory of the server at most', memory, 'MiB'),
    result('memory of the server before', before, 'MiB'),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  try {
    await prepareStores(stores.endpoints);
    return await measure(db);
  } finally {
    await db.destroy();
    await stores.close();
  }
}

export const importBench = { name: 'import', run };
