import { describe, expect, it } from 'vitest';
import { hasMoreValues, isStorable, markStorable, maxValuesOf } from '#server/kernel/http/body-values.ts';
import { unstorableText } from '#server/kernel/route/unstorable-text.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import type { Route } from '#schemas/route.ts';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import { sampleOf } from '#tests/fixtures/sample-of.ts';

/** Of the processor, on an idle machine 50 ms in the worst case; shared caches of a busy one cost as much again. */
const MAX_CPU_MS = 150;
const DEFAULT_BYTES = 64 * 1_024;
/** Files that a thread parses: the event loop moves their bytes. */
const FILES = 10_000_000;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A value of the contract, every list of it with `times` elements. */
function repeated(value: unknown, times: number, element: (first: unknown) => unknown): unknown {
  if (Array.isArray(value)) return Array.from({ length: times }, () => element(value[0]));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, repeated(inner, times, element)]),
  );
}

function largest(value: unknown, maxBytes: number, element: (first: unknown) => unknown): string {
  let text = JSON.stringify(value);
  for (let times = 2; times < 10_000_000; times *= 2) {
    const next = JSON.stringify(repeated(value, times, element));
    if (next.length > maxBytes || next.length === text.length) break;
    text = next;
  }
  return text;
}

const wrongElement = (first: unknown): unknown => {
  if (isFields(first)) return {};
  return typeof first === 'number' ? 'x' : 0;
};

/** Bodies of at most `maxBytes`: of the contract, of the wrong elements, and of as many values as fit. */
function bodiesOf({ body }: Route, maxBytes: number): readonly string[] {
  const sample = sampleOf(body!);
  const filled = (unit: string): string => {
    const names = isFields(sample) ? Object.keys(sample) : ['a'];
    const times = Math.floor((maxBytes - 1_000) / unit.length / Math.max(1, names.length));
    return `{${names.map((name) => `${JSON.stringify(name)}:[${`${unit},`.repeat(Math.floor((times * unit.length) / (unit.length + 1)))}0]`).join(',')}}`;
  };
  return [
    largest(sample, maxBytes, (first) => first),
    largest(sample, maxBytes, wrongElement),
    ...['0', '[]', '{"a":0}', '"\\u0000"', '{"__proto__":0}', '"aaaaaaaaaaaaaaaaaaaa"'].map(filled),
  ];
}

/** What the event loop does with a body before the handler of its route. */
function take({ body: contract }: Route, text: string, maxBytes: number): void {
  if (hasMoreValues(text, maxValuesOf(maxBytes))) return;
  const body = JSON.parse(text) as unknown;
  markStorable(text, body);
  if (!isStorable(body)) unstorableText(body, 'body');
  const parsed = parseInput(contract!, body);
  if (!parsed.ok) JSON.stringify(parsed.faults);
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The least of three: what a collection of garbage adds is not the body's. */
function costOf(route: Route, text: string, maxBytes: number): number {
  const costs = [1, 2, 3].map(() => {
    const start = cpuMs();
    take(route, text, maxBytes);
    return cpuMs() - start;
  });
  return Math.min(...costs);
}

const routes = everyRoute.filter(
  ({ body, bodyLimit = DEFAULT_BYTES }) => body !== undefined && bodyLimit < FILES,
);

describe('the largest body of a route', () => {
  it('does not stop the event loop, whatever is in it', () => {
    expect(routes.length).toBeGreaterThan(100);
    const slow: string[] = [];
    for (const route of routes) {
      const maxBytes = route.bodyLimit ?? DEFAULT_BYTES;
      for (const [at, text] of bodiesOf(route, maxBytes).entries()) {
        const ms = costOf(route, text, maxBytes);
        if (ms > MAX_CPU_MS)
          slow.push(`${route.method} ${route.path} body ${String(at)}: ${ms.toFixed(0)} ms`);
      }
    }
    expect(slow).toEqual([]);
  }, 600_000);

  it('of as many values as its contract takes is accepted', () => {
    for (const route of routes) {
      const maxBytes = route.bodyLimit ?? DEFAULT_BYTES;
      const text = largest(sampleOf(route.body!), maxBytes, (first) =>
        typeof first === 'number' ? 1_234_567 : first,
      );
      expect([route.path, hasMoreValues(text, maxValuesOf(maxBytes))]).toEqual([route.path, false]);
    }
  });
});

describe('values of JSON', () => {
  it.each([
    ['[]', 2],
    ['[1,2,3]', 4],
    ['{"a,[{":"\\",[{"}', 2],
    ['["\\\\",1]', 3],
    ['"a,b"', 1],
    ['"open', 1],
  ] as const)('%s has at most as many as are counted', (text, values) => {
    expect([hasMoreValues(text, values), hasMoreValues(text, values - 1)]).toEqual([false, true]);
  });
});
