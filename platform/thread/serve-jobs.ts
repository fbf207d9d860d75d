import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from './job-thread.ts';

/** Makes this thread one of a `JobThread`: it says that it has loaded, then replies to each job with its result. What throws ends the thread. */
export function serveJobs<Job, Result>(resultOf: (job: Job) => Result | Promise<Result>): void {
  const reply = async (job: Job): Promise<void> => {
    parentPort?.postMessage(await resultOf(job), []);
  };
  parentPort?.on('message', (job: Job) => void reply(job));
  parentPort?.postMessage(THREAD_READY, []);
}
