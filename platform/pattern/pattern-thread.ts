import { serveJobs } from '../thread/serve-jobs.ts';
import { doesMatch, firstGroups, isSlowPattern } from './timed-pattern.ts';
import type { PatternAnswers, PatternJob } from './patterns.ts';

/** Time of a pattern in its last try: on a busy machine a share of a long list is over before a harmless one has begun. */
const LAST_TRY_MS = 40;
/** Times as long as the first two tries that the last ones may take together. */
const LAST_TRIES = 2;

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Whether a pattern takes long by the time of the processor: one that a busy machine did not let run is tried again. */
function takesLong(pattern: string, untilMs: number): boolean {
  while (performance.now() < untilMs) {
    const start = cpuMs();
    if (!isSlowPattern(pattern, LAST_TRY_MS)) return false;
    if (cpuMs() - start >= LAST_TRY_MS / 2) return true;
  }
  return true;
}

/**
 * For each pattern whether it does not end in its share of the time. Tried again: harmless ones end at once, and leave the rest to those
 * that may need it, so that one slow pattern takes no time from the others.
 */
function slowOf(patterns: readonly string[], maxMs: number): readonly boolean[] {
  const end = performance.now() + maxMs;
  let left = patterns.map((_, at) => at);
  for (const tries of [2, 1]) {
    const shareMs = (end - performance.now()) / tries / left.length;
    left = left.filter((at) => isSlowPattern(patterns[at] ?? '', shareMs));
  }
  const last = performance.now() + LAST_TRIES * maxMs;
  left = left.filter((at) => takesLong(patterns[at] ?? '', last));
  const slow = new Set(left);
  return patterns.map((_, at) => slow.has(at));
}

/** Tries and matches patterns beside the work of a process. */
function answerOf(job: PatternJob): PatternAnswers[PatternJob['ask']] {
  if (job.ask === 'slow') return slowOf(job.patterns, job.maxMs);
  if (job.ask === 'groups') return firstGroups(job.pattern, job.texts, job.maxMs);
  return job.texts.map((text) => doesMatch(job.patterns, text, job.maxMs));
}

serveJobs(answerOf);
