import { serveJobs } from '#platform/thread/serve-jobs.ts';
import { applyPaths, type PathJob, type PathResult } from './apply-paths.ts';

/** Applies paths in parallel to the requests that the server handles: an expression may take years, and is ended with its thread. */
function resultOf(job: PathJob): PathResult {
  try {
    return applyPaths(job);
  } catch (error) {
    // Too deeply nested, or replaced by something longer than a text can be.
    if (error instanceof RangeError) return { ok: false, fault: { code: 'TOO_MUCH_DATA' } };
    throw error;
  }
}

serveJobs(resultOf);
