import { serveJobs } from '#platform/thread/serve-jobs.ts';
import { sanitizedSvg } from './svg-sanitizer.ts';

/** Writes pictures again beside the requests that the server responds to: one of 10 MB takes half a second. */
serveJobs((text: string) => sanitizedSvg(text) ?? null);
