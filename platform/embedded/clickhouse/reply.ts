import type { ServerResponse } from 'node:http';
import { createGzip, gzipSync } from 'node:zlib';
import type { Writable } from 'node:stream';
import { systemIds } from '#platform/id/id.ts';
import type { Outcome, RunningQuery } from './engine.ts';
import { failureText, toClickHouseFailure, type ClickHouseFailure } from './failure.ts';
import type { QueryRequest } from './request.ts';

/** Buffered before the first byte is sent: an earlier error is reported with its HTTP status, as ClickHouse's own server does. */
const BUFFERED_BYTES = 1024 ** 2;
/** With wait_end_of_query the whole result is buffered, up to this size. */
const BUFFERED_BYTES_WAIT_END = 64 * 1024 ** 2;

const CONTENT_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^JSON.*EachRow/i, 'application/x-ndjson; charset=UTF-8'],
  [/^JSON/i, 'application/json; charset=UTF-8'],
  [/^CSV/i, 'text/csv; charset=UTF-8'],
  [/^(TSV|TabSeparated)/i, 'text/tab-separated-values; charset=UTF-8'],
  [/^(Native|RowBinary|Parquet|Arrow|ORC|Avro)/i, 'application/octet-stream'],
];
const contentTypeOf = (format: string): string =>
  CONTENT_TYPES.find(([pattern]) => pattern.test(format))?.[1] ?? 'text/plain; charset=UTF-8';

/** Content of the header `X-ClickHouse-Summary`. 64-bit numbers are strings in its JSON. */
function summaryOf({ rowsRead, bytesRead, elapsedMs }: Outcome, isInsert: boolean): string {
  const [rows, bytes] = [String(rowsRead), String(bytesRead)];
  return JSON.stringify({
    read_rows: rows,
    read_bytes: bytes,
    written_rows: isInsert ? rows : '0',
    written_bytes: isInsert ? bytes : '0',
    total_rows_to_read: '0',
    result_rows: isInsert ? rows : '0',
    result_bytes: isInsert ? bytes : '0',
    elapsed_ns: String(Math.round(elapsedMs * 1e6)),
  });
}

interface CompleteResult {
  readonly query: QueryRequest;
  readonly outcome: Outcome;
  readonly format: string;
  /** The statement inserted rows; otherwise it read them. */
  readonly isInsert: boolean;
}

/** Sends a complete result. */
export function sendResult(
  response: ServerResponse,
  { query, outcome, format, isInsert }: CompleteResult,
): void {
  response.setHeader('X-ClickHouse-Format', format);
  response.setHeader('Content-Type', contentTypeOf(format));
  response.setHeader('X-ClickHouse-Summary', summaryOf(outcome, isInsert));
  if (query.compress && outcome.bytes.length > 0) {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(gzipSync(outcome.bytes));
  } else response.end(outcome.bytes);
}

interface StreamedResult {
  readonly query: QueryRequest;
  readonly running: RunningQuery;
  readonly format: string;
  readonly version: string;
}

/**
 * Marks the end of a stream that an error cut off, in the form that clients distinguish from rows (ClickHouse 25.11 and later).
 */
function exceptionBlock(failure: ClickHouseFailure, tag: string, version: string): string {
  const text = failureText(failure, version);
  return `\r\n__exception__\r\n${tag}\r\n${text}${String(Buffer.byteLength(text))} ${tag}\r\n__exception__\r\n`;
}

/** Writes with back-pressure: resolves when there is room again, or the reader has gone. */
async function write(out: Writable, part: Uint8Array): Promise<void> {
  if (out.write(part)) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      out.off('drain', settle).off('close', settle);
      resolve();
    };
    out.once('drain', settle).once('close', settle);
  });
}

/** Streams the data that is too large to buffer. An error in the middle arrives as an exception block. */
async function streamRemaining(
  response: ServerResponse,
  rows: StreamedResult,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const tag = systemIds.uuid().replaceAll('-', '').slice(0, 16);
  response.setHeader('X-ClickHouse-Exception-Tag', tag);
  response.setHeader('X-ClickHouse-Summary', '{}');
  const out = rows.query.compress ? createGzip() : response;
  if (out !== response) {
    response.setHeader('Content-Encoding', 'gzip');
    out.pipe(response);
  }
  for await (const part of parts) {
    if (response.destroyed) break;
    await write(out, part);
  }
  if (response.destroyed) return;
  const failure = await rows.running.outcome.then(() => undefined, toClickHouseFailure);
  out.end(failure === undefined ? undefined : exceptionBlock(failure, tag, rows.version));
}

async function* bufferedThenRemaining(
  buffered: readonly Buffer[],
  remaining: AsyncIterator<Buffer>,
): AsyncGenerator<Uint8Array> {
  yield* buffered;
  for (let next = await remaining.next(); next.done !== true; next = await remaining.next()) yield next.value;
}

/** Sends a result: whole when it fits the buffer, as a stream otherwise. A client that disconnects cancels the query. */
export async function sendRows(response: ServerResponse, rows: StreamedResult): Promise<void> {
  const { query, running, format } = rows;
  // Awaited below; until then an early failure is not an unhandled rejection.
  running.outcome.catch(() => undefined);
  const cancel = (): void => {
    if (!response.writableFinished) void running.cancel();
  };
  response.once('close', cancel);
  // The client disconnected while the query waited for a slot.
  if (response.destroyed) cancel();
  response.setHeader('X-ClickHouse-Format', format);
  response.setHeader('Content-Type', contentTypeOf(format));
  const source = running.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const limit = query.waitEndOfQuery ? BUFFERED_BYTES_WAIT_END : BUFFERED_BYTES;
  const buffered: Buffer[] = [];
  let bytes = 0;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    buffered.push(next.value);
    bytes += next.value.length;
    if (bytes > limit) {
      await streamRemaining(response, rows, bufferedThenRemaining(buffered, source));
      return;
    }
  }
  const outcome = await running.outcome;
  sendResult(response, {
    query,
    outcome: { ...outcome, bytes: Buffer.concat(buffered) },
    format,
    isInsert: false,
  });
}
