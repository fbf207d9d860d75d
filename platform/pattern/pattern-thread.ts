import { parentPort } from 'node:worker_threads';
import { doesMatch, isSlowPattern } from './timed-pattern.ts';
import type { PatternJob } from './patterns.ts';

/** Tries and matches patterns beside the requests that a process responds to. */
function resultOf(job: PatternJob): readonly boolean[] {
  if (job.ask === 'match') return job.texts.map((text) => doesMatch(job.patterns, text, job.maxMs));
  const { eachMs, allMs } = job.time;
  const end = performance.now() + allMs;
  return job.patterns.map((pattern) => isSlowPattern(pattern, Math.min(eachMs, end - performance.now())));
}

parentPort?.on('message', (job: PatternJob) => {
  parentPort?.postMessage(resultOf(job), []);
});
