import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

interface PendingValue {
  readonly value: object;
  readonly path: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The field of an object by which it would change the prototype of others, if any. */
function prototypeField(value: object): string | undefined {
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  const inner = Object.hasOwn(value, 'constructor') ? (value.constructor as unknown) : undefined;
  return isObject(inner) && Object.hasOwn(inner, 'prototype') ? 'constructor' : undefined;
}

/** Where a body has a field that would change a prototype. Iterative, because a body may be nested as deep as it is long. */
function prototypeFault(body: unknown): { readonly path: string; readonly field: string } | undefined {
  const left: PendingValue[] = isObject(body) ? [{ value: body, path: 'body' }] : [];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value, path } = place;
    const field = prototypeField(value);
    if (field !== undefined) return { path, field };
    for (const [name, inner] of Object.entries(value))
      if (isObject(inner)) left.push({ value: inner, path: `${path}.${name}` });
  }
  return undefined;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Parses the bodies of requests as Fastify does, which rejects fields that change a prototype; here with their place. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (cause, value) => {
      const fault = cause === null ? undefined : prototypeFault(parsed(body));
      if (fault === undefined) {
        done(cause, value);
        return;
      }
      const { path, field } = fault;
      const errors = [{ path, code: 'FIELD_UNKNOWN', params: { fields: field } } as const];
      done(new ProblemError('MALFORMED', { cause, errors }));
    });
  });
}
