import type { Clock } from '../clock/clock.ts';
import { JobThread } from '../thread/job-thread.ts';

/** Time to try a pattern, and all of a list. */
interface TrialTime {
  readonly eachMs: number;
  readonly allMs: number;
}

/** Answered by one value for each pattern that is tried, or for each text that is matched. */
export type PatternJob =
  | { readonly ask: 'slow'; readonly patterns: readonly string[]; readonly time: TrialTime }
  | {
      readonly ask: 'match';
      readonly patterns: readonly string[];
      readonly texts: readonly string[];
      readonly maxMs: number;
    };

const MAX_HEAP_MB = 128;
/** More than a job may take by itself: the start of the thread, and what V8 does not interrupt. */
const GRACE_MS = 10_000;
/** Time to match a text. */
const MATCH_MS = 100;

/** Regular expressions of users, in a thread of their own: some take years for some texts. One job after the other. */
export class Patterns {
  readonly #thread: JobThread<PatternJob, readonly boolean[]>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    const file = new URL('pattern-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
  }

  /** For each pattern whether it takes longer than this for texts that were made to take long. One that was not tried in time is slow. */
  async areSlow(patterns: readonly string[], time: TrialTime): Promise<readonly boolean[]> {
    return (await this.#next({ ask: 'slow', patterns, time }, time.allMs)) ?? patterns.map(() => true);
  }

  /** For each text whether one of the patterns matches it, regardless of case; false where it takes too long. */
  async match(patterns: readonly string[], texts: readonly string[]): Promise<readonly boolean[]> {
    const job = { ask: 'match', patterns, texts, maxMs: MATCH_MS } as const;
    return (await this.#next(job, MATCH_MS * texts.length)) ?? texts.map(() => false);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Undefined: the thread ended with it. */
  #next(job: PatternJob, maxMs: number): Promise<readonly boolean[] | undefined> {
    const run = async (): Promise<readonly boolean[] | undefined> => {
      const ended = await this.#thread.run(job, maxMs + GRACE_MS);
      return ended.is === 'done' ? ended.result : undefined;
    };
    const next = this.#last.then(run, run);
    this.#last = next;
    return next;
  }
}
