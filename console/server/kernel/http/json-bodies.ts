import type { FastifyInstance } from 'fastify';
import { hasManyNames, hasMoreValues, markStorable, MAX_NAMES, maxValuesOf } from './body-values.ts';
import { ProblemError } from '../problem/problem-error.ts';

interface PendingValue {
  readonly value: object;
  readonly name: string;
  readonly parent: PendingValue | undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The field of an object by which it would change the prototype of others, if any. */
function prototypeField(value: object): string | undefined {
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  const inner = Object.hasOwn(value, 'constructor') ? (value.constructor as unknown) : undefined;
  return isObject(inner) && Object.hasOwn(inner, 'prototype') ? 'constructor' : undefined;
}

function pathOf(place: PendingValue): string {
  const names: string[] = [];
  for (let one: PendingValue | undefined = place; one !== undefined; one = one.parent) names.push(one.name);
  return names.toReversed().join('.');
}

/** Where a body has a field that would change a prototype. Iterative, because a body may be nested as deep as it is long. */
function prototypeFault(body: unknown): { readonly path: string; readonly field: string } | undefined {
  const left: PendingValue[] = isObject(body) ? [{ value: body, name: 'body', parent: undefined }] : [];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const { value } = place;
    const field = prototypeField(value);
    if (field !== undefined) return { path: pathOf(place), field };
    for (const name in value) {
      const inner: unknown = Reflect.get(value, name);
      if (isObject(inner)) left.push({ value: inner, name, parent: place });
    }
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

/** What a body with a field that changes a prototype has somewhere in its text, maybe in escapes. */
const SUSPICIOUS = /__proto__|constructor|\\u00[4-7]/i;

/**
 * Parses the bodies of requests as Fastify does, which rejects fields that change a prototype; here with their place. What has more values
 * than its route can take is rejected before it is parsed. Each body is parsed once: the largest ones take tens of milliseconds.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const max = maxValuesOf(request.routeOptions.bodyLimit);
    if (hasMoreValues(body, max)) {
      done(new ProblemError('PAYLOAD_TOO_MANY_VALUES', { params: { max } }));
      return;
    }
    if (hasManyNames(body)) {
      done(new ProblemError('PAYLOAD_TOO_MANY_NAMES', { params: { max: MAX_NAMES } }));
      return;
    }
    const value = SUSPICIOUS.test(body) ? parsed(body) : undefined;
    const fault = prototypeFault(value);
    if (fault !== undefined) {
      const { path, field } = fault;
      const errors = [{ path, code: 'FIELD_UNKNOWN', params: { fields: field } } as const];
      done(new ProblemError('MALFORMED', { errors }));
      return;
    }
    const take = (cause: Error | null, taken: unknown): void => {
      if (cause === null) markStorable(body, taken);
      done(cause, taken);
    };
    if (value === undefined) void parse(request, body, take);
    else take(null, value);
  });
}
