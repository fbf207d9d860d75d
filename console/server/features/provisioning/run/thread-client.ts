import { Worker } from 'node:worker_threads';
import { UnreadableFileError } from '../file/sheet.ts';
import type { ThreadCall, ThreadCalls, ThreadReply, ThreadRequest } from './thread-messages.ts';

/** Heap of the thread: 100,000 lines take half of it. */
const MAX_HEAP_MB = 420;
/** Half of what the server has: what a file needs stays until its end, so that more would only be garbage. */
const MAX_YOUNG_MB = 24;

/** Sends requests to the thread of an import, one at a time. */
export class ThreadClient {
  readonly #worker: Worker;
  #failure: Error | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor() {
    this.#worker = new Worker(new URL('import-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      // Flags of a test runner are none of its business.
      execArgv: [],
    });
    this.#worker.on('error', (error: Error & { readonly code?: string }) => {
      this.#fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFileError('IMPORT_OUT_OF_MEMORY') : error,
      );
    });
    this.#worker.on('exit', () => {
      this.#fail(new Error('the thread of the import ended'));
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#reject?.(this.#failure);
  }

  /** Throws UnreadableFileError for a file that cannot be read. */
  async request<Call extends ThreadCall>(
    call: Call,
    request: ThreadCalls[Call]['request'],
  ): Promise<ThreadCalls[Call]['reply']> {
    if (this.#failure !== undefined) throw this.#failure;
    const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>();
    this.#reject = reject;
    this.#worker.once('message', resolve);
    this.#worker.postMessage({ call, request } satisfies ThreadRequest<Call>, []);
    const reply = await promise;
    if (reply.ok) return reply.reply as ThreadCalls[Call]['reply'];
    throw 'code' in reply ? new UnreadableFileError(reply.code, reply.params) : new Error(reply.error);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
