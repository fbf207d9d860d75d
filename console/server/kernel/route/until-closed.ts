import type { FastifyReply } from 'fastify';

const abandoned = new WeakSet<FastifyReply['raw']>();

/** Whether the caller closed the connection of this reply while a signal of it was in use: what fails then was ended on purpose. */
export const isAbandoned = ({ raw }: FastifyReply): boolean => abandoned.has(raw);

/** Aborts when the caller closes the connection before its reply. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  raw.once('close', () => {
    if (raw.writableFinished) return;
    abandoned.add(raw);
    closing.abort(new Error('the connection was closed'));
  });
  return closing.signal;
}
