import type { FastifyReply } from 'fastify';

/** Aborts when the caller closes the connection before its reply. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) closing.abort(new Error('the connection was closed'));
  });
  return closing.signal;
}
