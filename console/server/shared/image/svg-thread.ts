import { serveJobs } from '#platform/thread/serve-jobs.ts';
import { sanitizedSvg, type Picture } from './svg-sanitizer.ts';

/** Writes pictures again while the server responds to requests: one of 10 MB takes half a second. Null: it is none. */
function pictureOf(text: string): Picture | null {
  try {
    return sanitizedSvg(text) ?? null;
  } catch (error) {
    // What is written is longer than a text can be.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

serveJobs(pictureOf);
