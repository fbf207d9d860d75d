import {
  request as requestPlain,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as requestTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import { TLSSocket, type PeerCertificate } from 'node:tls';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** The checked address of the URL's host. */
  readonly address: string;
  readonly family: 4 | 6;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a POST or PUT. */
  readonly body?: string;
  /** Maximum bytes of the response to read: 16 KiB by default. */
  readonly maxBytes?: number;
  readonly allowInsecure: boolean;
  /** SHA-256 fingerprint of the only certificate that the request is sent to. */
  readonly pinned?: string;
}

/** The certificate that a server has shown. */
export interface ShownCertificate {
  /** SHA-256, pairs of hexadecimal digits. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly expiresMs: number;
}

/** Another certificate than the pinned one. */
export class CertificateChangedError extends Error {
  override readonly name = 'CertificateChangedError';
}

export interface HttpResponse {
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Undefined without TLS. */
  readonly certificate?: ShownCertificate;
  /** Start of the body. */
  readonly body: string;
  /** Whether the body has ended within the maximum. */
  readonly isComplete: boolean;
}

const BODY_BYTES = 16 * 1_024;
/** Maximum header lines of a response. */
const HEADER_BYTES = 16 * 1_024;

/** Reads the start of a body and discards the remainder. */
async function beginningOf(
  response: IncomingMessage,
  most: number,
): Promise<Pick<HttpResponse, 'body' | 'isComplete'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, most - bytes));
    bytes += chunk.length;
    if (bytes > most) break;
  }
  // Leaving the loop destroys the connection.
  return { body: Buffer.concat(chunks).toString('utf8'), isComplete: bytes <= most };
}

const nameOf = ({ CN, O }: Partial<PeerCertificate['subject']>): string => [CN ?? O ?? ''].flat().join(', ');

function shownCertificate(socket: unknown): ShownCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { fingerprint256, subject, valid_to: until } = socket.getPeerCertificate();
  const expiresMs = Date.parse(until);
  if (Number.isNaN(expiresMs)) return undefined;
  return { fingerprint: fingerprint256, subject: nameOf(subject), expiresMs };
}

/** Sends what a request says once its connection has shown the pinned certificate: another server learns nothing. */
function endWhenPinned(sent: ClientRequest, pinned: string, payload: Buffer | undefined): void {
  sent.once('socket', (socket) => {
    socket.once('secureConnect', () => {
      if (shownCertificate(socket)?.fingerprint === pinned) sent.end(payload);
      else sent.destroy(new CertificateChangedError('the certificate is another one'));
    });
  });
}

/** Sends one request to the checked address on its own connection. Rejects without a response. */
export async function httpExchange(
  { url, address, family, method, headers, body, maxBytes, allowInsecure, pinned }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
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
  if (pinned === undefined || url.protocol !== 'https:') sent.end(payload);
  else endWhenPinned(sent, pinned, payload);
  const response = await promise;
  const certificate = shownCertificate(response.socket);
  const { location, 'retry-after': retryAfter } = response.headers;
  return {
    status: response.statusCode ?? 0,
    location,
    retryAfter,
    headers: response.headers,
    ...(certificate !== undefined && { certificate }),
    ...(await beginningOf(response, maxBytes ?? BODY_BYTES)),
  };
}
