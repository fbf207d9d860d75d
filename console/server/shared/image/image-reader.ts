import type { Clock } from '#platform/clock/clock.ts';
import { JobThread } from '#platform/thread/job-thread.ts';
import { reportImageLimits } from '#schemas/limit/report.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { FairQueue } from '../queue/fair-queue.ts';
import { imageOf, type ImageFile } from './image-file.ts';
import type { Picture } from './svg-sanitizer.ts';

/** The largest picture takes half a second of an idle processor. */
const MAX_MS = 20_000;
/** A picture of 10 MB takes ten times as much. */
const MAX_HEAP_MB = 256;
/** The provider waits as one of its customers. */
const PROVIDER = 0;

/** Reads uploaded images: an SVG in a thread of its own, one after the other. Customers take turns. */
export class ImageReader {
  readonly #thread: JobThread<string, Picture | null>;
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });

  constructor(clock: Clock) {
    const file = new URL('svg-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
  }

  /** The image of a file in base64. Throws REPORT_FILE_INVALID and REPORT_IMAGE_OVERSIZED. */
  async accepted(data: string, customer: number | null): Promise<ImageFile> {
    const file = await imageOf(Buffer.from(data, 'base64'), (text) => this.#readSvg(text, customer));
    if (file === undefined) throw new ProblemError('REPORT_FILE_INVALID');
    if ('oversized' in file) {
      const { maxSide, maxPixels } = reportImageLimits;
      const params = { ...file.oversized, side: maxSide, millions: maxPixels / 1_000_000 };
      throw new ProblemError('REPORT_IMAGE_OVERSIZED', { params });
    }
    return file;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #readSvg(text: string, customer: number | null): Promise<Picture | undefined> {
    const { signal } = new AbortController();
    const run = () => this.#thread.run(text, MAX_MS);
    const ended = await this.#queue.run(customer ?? PROVIDER, run, { signal });
    return ended.is === 'done' ? (ended.result ?? undefined) : undefined;
  }
}
