import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemIds } from '#platform/id/id.ts';
import { bodyOfRequest, readText, spool } from './body.ts';
import type { ClickHouseEngine, Outcome } from './engine.ts';
import { ClickHouseFailure, failureText, toClickHouseFailure, statusOf } from './failure.ts';
import { isForm, withForm } from './form.ts';
import { sendResult, sendRows } from './reply.ts';
import { readQueryRequest, type QueryRequest } from './request.ts';
import { readStatement, type Statement } from './statement.ts';

const DEFAULT_FORMAT = 'TabSeparated';

interface Exchange {
  readonly engine: ClickHouseEngine;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: QueryRequest;
}

/** The statement's text, and the part of the request that is data. */
interface StatementRequest {
  readonly sql: string;
  readonly statement: Statement;
  readonly inline: Buffer;
  readonly hasBody: boolean;
}

/** Rows in this format are expressions: part of the statement. */
const isExpressions = ({ format }: Statement & { is: 'insert' }): boolean => /^values$/i.test(format);

async function send({ request, query }: Exchange): Promise<StatementRequest> {
  const inUrl = readStatement(query.query);
  if (inUrl.is === 'insert' && !isExpressions(inUrl))
    return {
      sql: query.query,
      statement: inUrl,
      inline: Buffer.from(query.query.slice(inUrl.dataFrom)),
      hasBody: !isForm(request),
    };
  const body =
    request.method === 'POST' && !isForm(request) ? await readText(bodyOfRequest(request)) : Buffer.alloc(0);
  // latin1 keeps one character per byte, so that offsets in the text are offsets in the bytes of inline data.
  const text = query.query === '' ? body.toString('latin1') : `${query.query}\n${body.toString('latin1')}`;
  const statement = readStatement(text);
  if (statement.is !== 'insert') {
    const sql = query.query === '' ? body.toString('utf8') : `${query.query}\n${body.toString('utf8')}`;
    return { sql, statement: readStatement(sql), inline: Buffer.alloc(0), hasBody: false };
  }
  const { dataFrom } = statement;
  const utf8 = (part: string): string => Buffer.from(part, 'latin1').toString('utf8');
  return {
    sql: utf8(text),
    statement: { ...statement, target: utf8(statement.target), settings: utf8(statement.settings) },
    inline: Buffer.from(text.slice(dataFrom), 'latin1'),
    hasBody: false,
  };
}

/** Data after `FORMAT Name` starts after the line break, or after one blank. */
const withoutLead = (inline: Buffer): Buffer => {
  const [lead] = /^[ \t]*\r?\n|^ /.exec(inline.toString('latin1', 0, 64)) ?? [''];
  return inline.subarray(lead.length);
};

async function insert(
  exchange: Exchange,
  requested: StatementRequest,
  statement: Statement & { is: 'insert' },
): Promise<Outcome> {
  const { engine, request, query } = exchange;
  const path = engine.spoolPath();
  try {
    await spool(path, withoutLead(requested.inline), requested.hasBody ? bodyOfRequest(request) : undefined);
    const { target, settings, format } = statement;
    return await engine.insert(
      query,
      `${target} FROM INFILE '${path}' COMPRESSION 'none' ${settings} FORMAT ${format}`,
    );
  } finally {
    await engine.forget(path);
  }
}

/** The text of an insert without its data, unless that is text too. */
function textOfInsert({ inline }: StatementRequest, statement: Statement & { is: 'insert' }): string {
  const { target, settings } = statement;
  return `${target} ${settings} ${isExpressions(statement) ? inline.toString('utf8') : ''}`;
}

async function reply(exchange: Exchange): Promise<void> {
  const { engine, response, query } = exchange;
  const requested = await send(exchange);
  const { statement, sql } = requested;
  engine.assertContained(statement.is === 'insert' ? textOfInsert(requested, statement) : sql);
  const fallback = query.defaultFormat ?? DEFAULT_FORMAT;
  if (statement.is === 'insert') {
    const outcome = await insert(exchange, requested, statement);
    sendResult(response, {
      query,
      outcome: { ...outcome, bytes: new Uint8Array() },
      format: fallback,
      isInsert: true,
    });
    return;
  }
  if (sql.trim() === '') throw new ClickHouseFailure(62, 'Syntax error: Empty query');
  const format = statement.format ?? fallback;
  if (statement.is === 'command') {
    sendResult(response, { query, outcome: await engine.run(query, sql, format), format, isInsert: false });
    return;
  }
  const tail = statement.format === undefined ? `FORMAT ${format}` : statement.tail;
  const running = await engine.stream(query, { head: statement.head, tail });
  await sendRows(response, { query, running, format, version: engine.version });
}

/** Serves one query request. Errors are reported as ClickHouse reports them. */
export async function handleQuery(
  engine: ClickHouseEngine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const own = readQueryRequest(request, () => systemIds.uuid());
    response.setHeader('X-ClickHouse-Query-Id', own.id);
    const query = isForm(request) ? await withForm(request, own) : own;
    await reply({ engine, request, response, query });
  } catch (error) {
    sendFailure(response, toClickHouseFailure(error), engine.version);
    // An unread body must not keep the connection open.
    request.resume();
  }
}

/** Sends the error as status, header and text; a reply that has started is cut off. */
export function sendFailure(response: ServerResponse, failure: ClickHouseFailure, version: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader('X-ClickHouse-Exception-Code', String(failure.code));
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.removeHeader('Content-Encoding');
  response.writeHead(statusOf(failure.code)).end(failureText(failure, version));
}
