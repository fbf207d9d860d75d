import type { IncomingMessage } from 'node:http';
import { ClickHouseFailure } from './failure.ts';

/** A query of an HTTP request. */
export interface QueryRequest {
  readonly id: string;
  /** The query text of the URL; the body is then data or the remaining text. */
  readonly query: string;
  readonly database: string | undefined;
  readonly defaultFormat: string | undefined;
  readonly settings: readonly (readonly [string, string])[];
  /** `param_<name>`: values of `{name:Type}`. */
  readonly parameters: readonly (readonly [string, string])[];
  /** The reply starts after the end of the query. */
  readonly waitEndOfQuery: boolean;
  /** The client accepts compressed results. */
  readonly compress: boolean;
}

/** Parameters of the transport, not settings. */
const TRANSPORT = new Set([
  'add_http_cors_header',
  'buffer_size',
  'cancel_http_readonly_queries_on_client_close',
  'client_protocol_version',
  'close_session',
  'database',
  'default_format',
  'enable_http_compression',
  'http_headers_progress_interval_ms',
  'http_response_buffer_size',
  'http_wait_end_of_query',
  'http_write_exception_in_output_format',
  'http_zlib_compression_level',
  'password',
  'query',
  'query_id',
  'quota_key',
  'role',
  'send_progress_in_http_headers',
  'session_check',
  'session_id',
  'session_timeout',
  'stacktrace',
  'user',
  'wait_end_of_query',
]);

const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];
const isOn = (value: string | null): boolean => value === '1' || value === 'true';

function settingsOf(url: URLSearchParams): QueryRequest['settings'] {
  return [...url].filter(([name]) => {
    if (name === 'compress' || name === 'decompress') {
      if (isOn(url.get(name)))
        throw new ClickHouseFailure(
          48,
          "ClickHouse's own block compression is not supported; use Content-Encoding",
        );
      return false;
    }
    if (TRANSPORT.has(name) || name.startsWith('param_')) return false;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new ClickHouseFailure(115, `Setting ${name} is neither known nor a name`);
    return true;
  });
}

/** Reads URL and headers. Throws a ClickHouseFailure for unsupported requests. */
export function readQueryRequest(request: IncomingMessage, newId: () => string): QueryRequest {
  const { searchParams: url } = new URL(request.url ?? '/', 'http://localhost');
  const header = (name: string): string | undefined => first(request.headers[name]);
  return {
    id: url.get('query_id') ?? newId(),
    query: url.get('query') ?? '',
    database: url.get('database') ?? header('x-clickhouse-database'),
    defaultFormat: url.get('default_format') ?? header('x-clickhouse-format'),
    settings: settingsOf(url),
    parameters: [...url].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice(6), value] as const] : [],
    ),
    waitEndOfQuery: isOn(url.get('wait_end_of_query')) || isOn(url.get('http_wait_end_of_query')),
    compress: isOn(url.get('enable_http_compression')) && (header('accept-encoding') ?? '').includes('gzip'),
  };
}

/** Returns user and password from headers, basic authentication or URL, empty where there is none. */
export function requestCredentials(request: IncomingMessage): {
  readonly user: string;
  readonly password: string;
} {
  const key = first(request.headers['x-clickhouse-key']);
  if (key !== undefined) return { user: first(request.headers['x-clickhouse-user']) ?? '', password: key };
  const [, basic] = /^Basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic !== undefined) {
    const [user = '', ...remaining] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    return { user, password: remaining.join(':') };
  }
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  return { user: searchParams.get('user') ?? '', password: searchParams.get('password') ?? '' };
}
