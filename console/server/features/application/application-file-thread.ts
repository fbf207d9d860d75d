import { parentPort } from 'node:worker_threads';
import { planApplicationFile } from './plan-application-file.ts';
import type { ApplicationFileJob } from './plan-application-file.ts';

parentPort?.on('message', (job: ApplicationFileJob) => {
  parentPort?.postMessage(planApplicationFile(job), []);
});
