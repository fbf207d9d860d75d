import { request as requestPlain } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  /** The checked address of the URL's host. */
  readonly address: string;
  readonly family: 4 | 6;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a POST. */
  readonly body?: string;
  /** Maximum bytes of the response to read: 16 KiB by default. */
  readonly maxBytes?: number;
  readonly allowInsecure: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Start of the body. */
  readonly body: string;
  /** Whether the body has ended within the maximum. */
  readonly isWhole: boolean;
}

const BODY_BYTES = 16 * 1_024;
/** Maximum header lines of a response. */
const HEADER_BYTES = 16 * 1_024;

/** Reads the start of a body and discards the rest. */
async function beginningOf(
  answer: IncomingMessage,
  most: number,
): Promise<Pick<HttpAnswer, 'body' | 'isWhole'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, most - bytes));
    bytes += chunk.length;
    if (bytes > most) break;
  }
  // Leaving the loop destroys the connection.
  return { body: Buffer.concat(chunks).toString('utf8'), isWhole: bytes <= most };
}

/** Sends one request to the checked address on its own connection. Rejects without a response. */
export async function httpExchange(
  { url, address, family, method, headers, body, maxBytes, allowInsecure }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const lookup: LookupFunction = (_host, { all }, done) => {
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const payload = body === undefined ? undefined : Buffer.from(body, 'utf8');
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    method,
    headers: payload === undefined ? headers : { ...headers, 'content-length': String(payload.length) },
    agent: false,
    maxHeaderSize: HEADER_BYTES,
    lookup,
    signal,
  } as const;
  const sent =
    url.protocol === 'https:'
      ? requestTls(url, { ...options, rejectUnauthorized: !allowInsecure })
      : requestPlain(url, options);
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.end(payload);
  const answer = await promise;
  const { location, 'retry-after': retryAfter } = answer.headers;
  return {
    status: answer.statusCode ?? 0,
    location,
    retryAfter,
    headers: answer.headers,
    ...(await beginningOf(answer, maxBytes ?? BODY_BYTES)),
  };
}
