import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CheckedAddress } from './find-address.ts';

export interface FileRequest {
  readonly url: URL;
  /** The checked address of the URL's host. */
  readonly at: CheckedAddress;
  readonly maxBytes: number;
  /** Trusted certificates besides those of the system. */
  readonly ca?: readonly string[] | undefined;
}

export type FetchedFile =
  | { readonly ok: true; readonly content: Buffer }
  | { readonly ok: false; readonly reason: string };

async function readAll(response: IncomingMessage, maxBytes: number): Promise<FetchedFile> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the connection.
    if (bytes > maxBytes) return { ok: false, reason: `more than ${String(maxBytes)} bytes` };
    chunks.push(chunk);
  }
  return response.complete
    ? { ok: true, content: Buffer.concat(chunks) }
    : { ok: false, reason: 'the response ended early' };
}

/** Fetches a file from the checked address. Follows no redirect: its target would be another address. Rejects without a response. */
export async function fetchFile(
  { url, at, maxBytes, ca }: FileRequest,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const lookup: LookupFunction = (_host, { all }, done) => {
    if (all === true) done(null, [at]);
    else done(null, at.address, at.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, { method: 'GET', agent: false, lookup, signal, ...(ca && { ca: [...ca] }) });
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.end();
  const response = await promise;
  if (response.statusCode === 200) return readAll(response, maxBytes);
  response.destroy();
  return { ok: false, reason: `the server responds ${String(response.statusCode ?? 0)}` };
}
