import { serveJobs } from '../thread/serve-jobs.ts';
import { doesMatch, firstGroups, isSlowPattern } from './timed-pattern.ts';
import type { PatternResults, PatternJob } from './patterns.ts';

/** Time of a pattern in its last try: on a busy machine a share of a long list is over before a harmless one has begun. */
const LAST_TRY_MS = 40;
/** Times as long as the first two tries that the last ones may take together. */
const LAST_TRIES = 8;

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

/** Tries of a text that the machine did not let run. */
const MATCH_TRIES = 5;

/** Whether one of the patterns matches a text within a time of the processor; false where it takes longer. */
function matchesInTime(patterns: readonly string[], text: string, maxMs: number): boolean {
  for (let tries = 0; tries < MATCH_TRIES; tries += 1) {
    const start = cpuMs();
    const found = doesMatch(patterns, text, maxMs);
    if (found !== undefined) return found;
    if (cpuMs() - start >= maxMs / 2) return false;
  }
  return false;
}

/**
 * For each pattern whether it does not end in its share of the time. Tried again: harmless ones end at once, and leave the time that
 * remains to those that may need it, so that one slow pattern takes no time from the others.
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

/** Tries and matches patterns in a thread, so that they block nothing. */
function responseOf(job: PatternJob): PatternResults[PatternJob['request']] {
  if (job.request === 'slow') return slowOf(job.patterns, job.maxMs);
  if (job.request === 'groups') return firstGroups(job.pattern, job.texts, job.maxMs);
  return job.texts.map((text) => matchesInTime(job.patterns, text, job.maxMs));
}

serveJobs(responseOf);
