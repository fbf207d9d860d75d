import { parentPort } from 'node:worker_threads';
import { readNetworkFile } from './network-file-job.ts';
import type { NetworkFileJob } from './network-file-job.ts';

parentPort?.on('message', (job: NetworkFileJob) => {
  parentPort?.postMessage(readNetworkFile(job), []);
});
