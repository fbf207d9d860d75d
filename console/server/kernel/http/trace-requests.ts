import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, startSpan, within, type Span } from '#platform/tracing/spans.ts';
import { headerNames } from '#schemas/bus/header.ts';

/**
 * Whether the request came through a trusted proxy: it may continue a trace. Any other client could have each of its requests sampled.
 */
const isForwarded = ({ ips = [] }: FastifyRequest): boolean => ips.length > 1;

function parentOf(request: FastifyRequest): string | undefined {
  const given = request.headers[headerNames.trace];
  return typeof given === 'string' && isForwarded(request) ? given : undefined;
}

/**
 * A span for each request of the interface, from its arrival to the end of its response. Paths and queries may name what is a
 * customer's: a span has the pattern of the route.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions;
    if (url === undefined || config.contract === undefined) {
      done();
      return;
    }
    const facts = {
      'http.request.method': request.method,
      'http.route': url,
      'telltale.request.id': request.id,
    };
    const span = startSpan(`${request.method} ${url}`, { kind: 'server', facts }, parentOf(request));
    if (span !== undefined) spans.set(request, span);
    within(span, done);
  });
  // The end of a body arrives outside of what its request began.
  app.addHook('preValidation', (request, _reply, done) => {
    within(spans.get(request), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(undefined);
    span?.end();
    done();
  });
}
