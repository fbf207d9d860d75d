import { parentPort } from 'node:worker_threads';
import { UnreadableFileError } from '../file/sheet.ts';
import { ImportSession } from './import-session.ts';
import type { ThreadReply, ThreadRequest } from './thread-messages.ts';

/**
 * The thread of one import: a large file is read and compared in parallel to the requests that the server handles, with a limit of
 * memory of its own.
 */
const session = new ImportSession();

async function replyTo({ call, request: query }: ThreadRequest): Promise<ThreadReply> {
  try {
    return { ok: true, reply: await session[call](query as never) };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { ok: false, code: error.code, params: error.params };
    return { ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (request: ThreadRequest) => {
  void replyTo(request).then((reply) => parentPort?.postMessage(reply, []));
});
