import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isOffered } from '#schemas/menu/route-modules.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import type { Route } from '#schemas/route.ts';
import type { OfferedLanguages } from '#schemas/time/locale.ts';
import { authorize } from '../access/authorize.ts';
import type { Caller } from '../access/caller.ts';
import type { Audit } from '../audit/audit-trail.ts';
import { isStorable } from '../http/body-values.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { unstorableText } from './unstorable-text.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Arguments of a handler. `caller` is defined on every route that is not anonymous. */
export interface RouteCall<R extends Route> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: Parsed<R['body']>;
  readonly caller: R['needs'] extends 'anonymous' ? Caller | undefined : Caller;
  /** Appends audit entries of this request. */
  readonly audit: Audit;
  /** Declares that the request changed nothing and needs no audit entry. */
  readonly unchanged: () => void;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Reply<R extends Route> = z.input<R['reply']> | PreparedReply;
export type Handler<R extends Route> = (call: RouteCall<R>) => Promise<Reply<R>> | Reply<R>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of the route. The server does not start with an API route that has none (`kernel/route/default-deny.ts`). */
    contract?: Route;
    /** Reason of a route without a contract. */
    outsideContracts?: 'static files' | 'health' | 'openapi' | 'not found' | 'saml' | 'oidc' | 'unsubscribe';
  }
  interface FastifyInstance {
    readonly readOnly: boolean;
    /** Path of the console in its public URL, without a slash at the end. */
    readonly basePath: string;
    /** Modules that this installation offers. */
    readonly modules: ReadonlySet<string>;
    /** Languages of texts, the default first. */
    readonly languages: OfferedLanguages;
  }
}

function parse<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  where: string,
): z.output<S> | undefined {
  if (schema === undefined) return undefined;
  const parsed = parseInput(schema, value);
  if (parsed.ok) return parsed.data;
  throw new ProblemError('VALIDATION', {
    errors: parsed.faults.map((fault) => ({
      ...fault,
      path: fault.path === '' ? where : `${where}.${fault.path}`,
    })),
  });
}

function idOf(params: unknown, name: 'customerId' | 'resourceId'): number | undefined {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof id === 'number' ? id : undefined;
}

/** Sign-in accepts any text as an unknown username: its response must not reveal anything. */
function rejectUnstorable({ needs }: Route, { query, body }: FastifyRequest): void {
  if (needs === 'anonymous') return;
  // A file is stored as it is.
  const text = body instanceof Uint8Array || isStorable(body) ? undefined : body;
  const path = unstorableText(query, 'query') ?? unstorableText(text, 'body');
  if (path === undefined) return;
  throw new ProblemError('VALIDATION', { errors: [{ path, code: 'CHARACTER_UNSTORABLE' }] });
}

/** The parsed input of a request. */
export function callOf<R extends Route>(
  contract: R,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteCall<R> {
  rejectUnstorable(contract, request);
  return {
    params: parse(contract.params, request.params, 'params'),
    query: parse(contract.query, request.query, 'query'),
    body: parse(contract.body, request.body, 'body'),
    caller: request.caller,
    audit: (db, entries) => request.server.auditTrail.by(request)(db, entries),
    unchanged: () => {
      request.audited = true;
    },
    request,
    reply,
  } as RouteCall<R>;
}

/** Authorizes a request before its body is read. */
export function authorizeCall(app: FastifyInstance, contract: Route, request: FastifyRequest): unknown {
  // A malformed customer id counts as unknown. Validated before authorization, it would differ from the id of another customer.
  const parsed = contract.params?.safeParse(request.params);
  const params = parsed?.success === true ? parsed.data : undefined;
  const ids = { customerId: idOf(params, 'customerId'), resourceId: idOf(params, 'resourceId') };
  authorize(contract, request.caller, ids);
  if (contract.method !== 'GET') {
    app.rejectForgery(request);
    if (app.readOnly && contract.whileReadOnly !== true) throw new ProblemError('READ_ONLY');
  }
  return parse(contract.params, request.params, 'params');
}

/**
 * Serves a route of `schemas`. The contract authorizes the request, parses its input and encodes its reply. Handlers never check
 * permissions. A route of a module that is not offered does not exist, in the OpenAPI document neither.
 */
export function serve<const R extends Route>(app: FastifyInstance, contract: R, handler: Handler<R>): void {
  if (!isOffered(contract, app.modules)) return;
  app.route({
    method: contract.method,
    url: contract.path,
    config: { contract },
    ...(contract.bodyLimit === undefined ? {} : { bodyLimit: contract.bodyLimit }),
    // Before the body is read: a rejected caller cannot make the server receive megabytes.
    onRequest: async (request) => {
      await Promise.resolve(authorizeCall(app, contract, request));
    },
    handler: async (request, reply) => {
      const response = await handler(callOf(contract, request, reply));
      return sendReply(
        reply,
        request,
        response instanceof PreparedReply ? response : JSON.stringify(contract.reply.encode(response)),
      );
    },
  });
}

/** A gzip-compressed reply, prepared once for several callers. */
export class PreparedReply {
  readonly body: Buffer;

  constructor(body: Buffer) {
    this.body = body;
  }
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  headers['accept-encoding']?.includes('gzip') === true;

/** Sends the encoded or prepared reply of a handler. */
function sendReply(
  reply: FastifyReply,
  request: FastifyRequest,
  response: string | PreparedReply,
): FastifyReply {
  void reply.type('application/json');
  if (typeof response === 'string') return reply.send(response);
  void reply.header('vary', 'accept-encoding');
  if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(response.body);
  return reply.send(Readable.from([response.body]).pipe(createGunzip()));
}

/** A file that is streamed while it is generated. */
export interface FileReply {
  readonly name: string;
  readonly content: Readable;
}

/** RFC 6266: the name in ASCII, and in UTF-8 for the browsers of today. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]|["\\]/g, '_');
  // A quotation mark would end the language of the value (RFC 8187, section 3.2.1).
  const encoded = encodeURIComponent(name).replaceAll("'", '%27');
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

/** Serves a route whose reply is a download with the `media` type of its contract. */
export function serveFile<const R extends Route & { readonly media: string }>(
  app: FastifyInstance,
  contract: R,
  handler: (call: RouteCall<R>) => Promise<FileReply> | FileReply,
): void {
  if (!isOffered(contract, app.modules)) return;
  app.route({
    method: contract.method,
    url: contract.path,
    config: { contract },
    onRequest: async (request) => {
      await Promise.resolve(authorizeCall(app, contract, request));
    },
    handler: async (request, reply) => {
      const { name, content } = await handler(callOf(contract, request, reply));
      void reply.header('content-disposition', attachment(name));
      const isText = contract.media.startsWith('text/');
      return reply.type(`${contract.media}${isText ? '; charset=utf-8' : ''}`).send(content);
    },
  });
}
