import { join } from 'node:path';

/**
 * Test files that run concurrently. One more than the cores of the smallest machine: processes and stores mostly wait, so that two files
 * leave a third of two cores idle.
 */
export const WORKERS = 3;

/** Numbers of the workers that have an embedded PostgreSQL of their own; the first worker uses that of the stack. */
export const furtherWorkers: readonly number[] = Array.from({ length: WORKERS - 1 }, (_, index) => index + 2);

/** Number of the worker, from 1, that runs this process. */
export const workerNumber = (): number => ((Number(process.env['VITEST_POOL_ID']) - 1) % WORKERS) + 1;

/** File with the URL of a worker's embedded PostgreSQL, in the folder of the run's stores. */
export const workerPostgresFile = (data: string, worker: number): string =>
  join(data, `postgres-of-worker-${String(worker)}`);

/** File that a test makes to have the stack of the run started, or the embedded PostgreSQL of a worker. */
export const storeRequestFile = (data: string, worker?: number): string =>
  join(data, worker === undefined ? 'stack-requested' : `postgres-requested-${String(worker)}`);
