import type { Clock } from '../clock/clock.ts';
import { JobThread } from '../thread/job-thread.ts';

/** A request to the thread. */
export type PatternJob =
  | { readonly request: 'slow'; readonly patterns: readonly string[]; readonly maxMs: number }
  | {
      readonly request: 'groups';
      readonly pattern: string;
      readonly texts: readonly string[];
      readonly maxMs: number;
    }
  | {
      readonly request: 'match';
      readonly patterns: readonly string[];
      readonly texts: readonly string[];
      readonly maxMs: number;
    };

/** One value for each pattern that is tried, or for each text that is matched; undefined: it took too long. */
export interface PatternResults {
  readonly slow: readonly boolean[];
  readonly groups: readonly (string | null)[] | undefined;
  readonly match: readonly boolean[];
}

const MAX_HEAP_MB = 128;
/** More than a job may take by itself: the start of the thread, and what V8 does not interrupt. */
const GRACE_MS = 10_000;
/** Time to try a list of patterns, however long: a form waits for it. */
const TRIAL_MS = 1_000;
/** Time to match a text. */
const MATCH_MS = 100;
/** Time to match all texts of a list. */
const GROUPS_MS = 1_000;

/** Regular expressions of users, in a thread of their own: some take years for some texts. One job after the other. */
export class Patterns {
  readonly #thread: JobThread<PatternJob, PatternResults[PatternJob['request']]>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    const file = new URL('pattern-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
  }

  /** For each pattern whether it takes long for texts that were made to take long. One that was not tried in time is slow. */
  async areSlow(patterns: readonly string[]): Promise<readonly boolean[]> {
    const response = await this.#next({ request: 'slow', patterns, maxMs: TRIAL_MS }, TRIAL_MS);
    return response ?? patterns.map(() => true);
  }

  /**
   * The first group of a pattern in each text, regardless of case; empty where it has none, null where the pattern does not match, as
   * everywhere when it takes too long.
   */
  async firstGroups(pattern: string, texts: readonly string[]): Promise<readonly (string | null)[]> {
    const response = await this.#next({ request: 'groups', pattern, texts, maxMs: GROUPS_MS }, GROUPS_MS);
    return response ?? texts.map(() => null);
  }

  /** For each text whether one of the patterns matches it, regardless of case; false where it takes too long. */
  async match(patterns: readonly string[], texts: readonly string[]): Promise<readonly boolean[]> {
    const job = { request: 'match', patterns, texts, maxMs: MATCH_MS } as const;
    return (await this.#next(job, MATCH_MS * texts.length)) ?? texts.map(() => false);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Undefined: it took too long, or the thread ended with it. */
  #next<Kind extends PatternJob['request']>(
    job: Extract<PatternJob, { readonly request: Kind }>,
    maxMs: number,
  ): Promise<PatternResults[Kind] | undefined> {
    const run = async (): Promise<PatternResults[Kind] | undefined> => {
      const ended = await this.#thread.run(job, maxMs + GRACE_MS);
      return ended.is === 'done' ? (ended.result as PatternResults[Kind]) : undefined;
    };
    const next = this.#last.then(run, run);
    this.#last = next;
    return next;
  }
}
