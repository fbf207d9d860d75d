import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { PROBLEM_MEDIA_TYPE, problemOf } from '#schemas/problem/problem.ts';
import { ProblemError } from './problem-error.ts';

/** Fastify's own refusals (https://fastify.dev/docs/latest/Reference/Errors/), by its codes. */
const codes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED',
  FST_ERR_BAD_URL: 'MALFORMED',
};

function problemFrom(error: FastifyError | Error, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = 'code' in error ? codes[error.code] : undefined;
  const { bodyLimit: maxBytes } = request.routeOptions;
  if (known === 'PAYLOAD_TOO_LARGE') return new ProblemError(known, { params: { maxBytes }, cause: error });
  if (known !== undefined) return new ProblemError(known, { cause: error });
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429) return new ProblemError('RATE_LIMITED', { params: { seconds: 60 }, cause: error });
  if (error instanceof SyntaxError || status === 400) return new ProblemError('MALFORMED', { cause: error });
  return new ProblemError('SERVER_PROBLEM', { params: { requestId: request.id }, cause: error });
}

export function answerProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): void {
  const { params, errors, detail } = problem.detail;
  const body = problemOf(problem.code, {
    instance: request.url.split('?')[0] ?? request.url,
    requestId: request.id,
    ...(params === undefined ? {} : { params: { ...params } }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
    ...(detail === undefined ? {} : { detail }),
  });
  void reply.code(body.status).header('content-type', PROBLEM_MEDIA_TYPE).send(JSON.stringify(body));
}

/** Every refusal and every failure leaves as a problem object (RFC 9457); what nobody foresaw is logged and not told. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemFrom(error, request);
    if (problem.code === 'SERVER_PROBLEM') request.log.error({ err: error }, 'request failed');
    answerProblem(request, reply, problem);
  });
}
