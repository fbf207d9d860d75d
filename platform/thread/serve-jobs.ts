import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from './job-thread.ts';

/** Makes this thread one of a `JobThread`: it says that it has loaded, then replies to each job with its result. What throws ends the thread. */
export function serveJobs(resultOf: (job: never) => unknown): void {
  const reply = async (job: unknown): Promise<void> => {
    parentPort?.postMessage(await resultOf(job as never), []);
  };
  parentPort?.on('message', (job: unknown) => void reply(job));
  parentPort?.on('messageerror', (error) => {
    throw error;
  });
  parentPort?.postMessage(THREAD_READY, []);
}
