import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, problemOf } from '#schemas/problem/problem.ts';

/** Statuses of Node's errors of a connection (https://nodejs.org/api/http.html#event-clienterror) that are not 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** A request that is no HTTP has no language, no path and no id: RFC 9457, section 4.2.1, names a status without a type of its own. */
const bodyOf = (status: number): string =>
  JSON.stringify(
    status === 400 ? problemOf('MALFORMED') : { type: 'about:blank', title: STATUS_CODES[status], status },
  );

/** Replies to what the parser of HTTP rejects, and ends the connection. */
export function sendUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[error.code ?? ''] ?? 400;
  const body = bodyOf(status);
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
