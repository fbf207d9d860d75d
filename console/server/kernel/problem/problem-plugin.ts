import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problems, type ProblemCode } from '#schemas/problem/catalogue.ts';
import { placeholdersOf } from '#schemas/problem/definition.ts';
import type { Route } from '#schemas/route.ts';
import { problemsOf } from '#schemas/route-problems.ts';
import { PROBLEM_MEDIA_TYPE, problemOf } from '#schemas/problem/problem.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { eventLog } from '../http/event-log.ts';
import { requestLanguage } from '../http/request-language.ts';
import { isAbandoned } from '../route/until-closed.ts';
import { ProblemError } from './problem-error.ts';
import { unnamedProblem } from './query-problem.ts';

/** Problems of Fastify's own errors (https://fastify.dev/docs/latest/Reference/Errors/), by its codes. */
const codes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED',
  FST_ERR_BAD_URL: 'MALFORMED',
};

function tooLarge(cause: Error, { routeOptions: { bodyLimit, config } }: FastifyRequest): ProblemError {
  return config.contract?.problems?.includes('IMPORT_TOO_LARGE') === true
    ? new ProblemError('IMPORT_TOO_LARGE', { cause })
    : new ProblemError('PAYLOAD_TOO_LARGE', { params: { maxBytes: bodyLimit }, cause });
}

function problemFrom(error: FastifyError | Error, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = 'code' in error ? codes[error.code] : undefined;
  if (known === 'PAYLOAD_TOO_LARGE') return tooLarge(error, request);
  if (known !== undefined) return new ProblemError(known, { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // Whatever is wrong with the path of a file, there is no such file.
  const isFile = request.routeOptions.config.outsideContracts === 'static files';
  if (isFile && status !== undefined && status < 500) return new ProblemError('NOT_FOUND', { cause: error });
  if (status === 400) return new ProblemError('MALFORMED', { cause: error });
  return unnamedProblem(error, request.id);
}

/** A store that is away is back within seconds, or not for long. */
const AWAY_S = 10;

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): void {
  const { params, errors, detail } = problem.detail;
  const language = requestLanguage(request);
  const body = problemOf(problem.code, {
    language,
    instance: request.url.split('?')[0] ?? request.url,
    requestId: request.id,
    ...(params === undefined ? {} : { params: { ...params } }),
    ...(errors === undefined ? {} : { errors: errors.map((fault) => inputFaultOf(fault, language)) }),
    ...(detail === undefined ? {} : { detail }),
  });
  const seconds = params?.['seconds'];
  if (body.status === 503) void reply.header('retry-after', String(AWAY_S));
  if (body.status === 429 && seconds !== undefined) void reply.header('retry-after', String(seconds));
  void reply
    .code(body.status)
    .headers({ 'content-type': PROBLEM_MEDIA_TYPE, 'content-language': language, vary: 'Accept-Language' })
    .send(JSON.stringify(body));
}

const declared = new WeakMap<Route, ReadonlySet<ProblemCode>>();

/** Whether the contract of the route declares this code. True without a contract. */
function isDeclared({ routeOptions }: FastifyRequest, code: ProblemCode): boolean {
  const { contract } = routeOptions.config;
  if (contract === undefined) return true;
  const codes = declared.get(contract) ?? new Set(problemsOf(contract));
  declared.set(contract, codes);
  return codes.has(code);
}

const incident = (detail: string, { id: requestId }: FastifyRequest): ProblemError =>
  new ProblemError('SERVER_PROBLEM', { params: { requestId }, detail });

/** Values that the texts of a problem and of its faults state and do not have, as `CODE.name`. */
const missingValues = ({ code, detail: { params, errors = [] } }: ProblemError): readonly string[] =>
  [{ code, params }, ...errors].flatMap((one) =>
    placeholdersOf(problems[one.code].en)
      .filter((name) => one.params?.[name] === undefined)
      .map((name) => `${one.code}.${name}`),
  );

/** Replies to a path that the router cannot read, before any hook. */
export function sendFrameworkProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(request, reply, problemFrom(error, request));
}

/**
 * Turns every error into a problem object (RFC 9457). Unexpected errors are logged, and the response does not reveal them. A code that
 * the contract does not declare is logged, and so is a text that lacks a value; with `strict` they are server errors.
 */
export function handleProblems(app: FastifyInstance, { strict = false }: { strict?: boolean } = {}): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    let problem = problemFrom(error, request);
    if (!isDeclared(request, problem.code)) {
      eventLog(request).error({ err: error, code: problem.code }, 'undeclared problem code');
      if (strict) problem = incident(`undeclared: ${problem.code}`, request);
    }
    const missing = missingValues(problem);
    if (missing.length > 0) {
      eventLog(request).error({ err: error, code: problem.code, missing }, 'incomplete problem text');
      if (strict) problem = incident(`incomplete: ${missing.join(', ')}`, request);
    }
    if (isAbandoned(reply)) eventLog(request).debug({ err: error }, 'request aborted');
    else if (problems[problem.code].status === 500) eventLog(request).error({ err: error }, 'request failed');
    sendProblem(request, reply, problem);
  });
}
