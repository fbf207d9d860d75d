import { afterEach, describe, expect, it } from 'vitest';
import { activeSpan, during, isTracing, startChild, startSpan, within } from '#platform/tracing/spans.ts';
import { traceTo, type TestTracing } from '#tests/fixtures/tracing/trace-to.ts';
import {
  openTraceReceiver,
  type ReceivedSpan,
  type TraceReceiver,
} from '#tests/fixtures/tracing/trace-receiver.ts';

let receiver: TraceReceiver | undefined;
let tracing: TestTracing | undefined;
afterEach(async () => {
  await tracing?.end();
  await receiver?.close();
  [receiver, tracing] = [undefined, undefined];
});

async function open(change: Parameters<typeof traceTo>[1] = {}) {
  receiver = await openTraceReceiver();
  tracing = await traceTo(receiver.url, change);
  return { receiver, tracing };
}
const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan =>
  spans.find((span) => span.name === name)!;
const internal = { kind: 'internal' } as const;
/** No process listens there. */
const CLOSED_PORT = 'http://127.0.0.1:9';

describe('tracing', () => {
  it('without an address starts no span and no export', async () => {
    tracing = await traceTo('');
    expect(isTracing()).toBe(false);
    expect(startSpan('a', internal)).toBeUndefined();
    expect(await tracing.metrics.text()).toBe('\n');
  });

  it('sends spans with their parents, also of another process, and with the headers of the configuration', async () => {
    const opened = await open({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-tenant=t1' });
    const root = startSpan('root', internal)!;
    await during(root, async () => {
      await Promise.resolve();
      const child = startChild('child', { kind: 'client', facts: { rows: 3 } });
      within(child, () => startChild('grandchild', internal)?.end());
      child?.end();
    });
    startSpan('elsewhere', { kind: 'consumer', links: [root.traceparent] }, root.traceparent)?.end();
    expect(activeSpan()).toBeUndefined();
    await opened.tracing.end();
    const { spans, requests } = opened.receiver;
    expect(requests[0]?.url).toBe('/v1/traces');
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-tenant': 't1' });
    expect(new Set(spans.map(({ trace }) => trace))).toEqual(new Set([root.traceId]));
    expect(named(spans, 'root')).toMatchObject({ service: 'telltale-test', parent: undefined });
    expect(named(spans, 'child')).toMatchObject({ parent: named(spans, 'root').id, facts: { rows: 3 } });
    expect(named(spans, 'grandchild').parent).toBe(named(spans, 'child').id);
    expect(named(spans, 'elsewhere')).toMatchObject({
      parent: named(spans, 'root').id,
      links: [named(spans, 'root').id],
    });
  });

  it('does not count what continues after the end of a span to it', async () => {
    const opened = await open();
    const request = startSpan('request', internal)!;
    const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
    const loop = within(request, async () => {
      await responded;
      startChild('later', internal)?.end();
    });
    request.end();
    respond();
    await loop;
    await opened.tracing.end();
    expect(opened.receiver.spans.map(({ name }) => name)).toEqual(['request']);
  });

  it('marks what failed by the class of its error, without its message', async () => {
    const opened = await open();
    const failing = during(startSpan('failing', internal), () => Promise.reject(new RangeError('secret')));
    await expect(failing).rejects.toThrow('secret');
    await opened.tracing.end();
    expect(named(opened.receiver.spans, 'failing')).toMatchObject({
      failed: true,
      facts: { 'error.type': 'RangeError' },
    });
    expect(JSON.stringify(opened.receiver.spans)).not.toContain('secret');
  });

  it('names the trace in log lines of what is sampled, and in no others', async () => {
    const opened = await open();
    const span = startSpan('request', internal)!;
    within(span, () => opened.tracing.log.info('stopped'));
    span.end();
    opened.tracing.log.info('stopped');
    const [inside, outside] = opened.tracing.lines.map((line) => JSON.parse(line) as object);
    expect(inside).toMatchObject({ trace_id: span.traceId, msg: 'stopped' });
    expect(outside).not.toHaveProperty('trace_id');
  });

  it.each([
    ['always_off', undefined, 0],
    ['parentbased_traceidratio', undefined, 0],
    ['parentbased_traceidratio', `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, 1],
    ['parentbased_always_on', `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`, 0],
    ['traceidratio', `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, 0],
  ] as const)('samples by %s with the parent %s: %i', async (sampler, parent, expected) => {
    const opened = await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: 0 });
    startSpan('one', internal, parent)?.end();
    await opened.tracing.end();
    expect(opened.receiver.spans.length).toBe(expected);
  });

  it('drops and counts spans while no collector responds, holds 2,048 of them at most, and says so once', async () => {
    tracing = await traceTo(CLOSED_PORT);
    for (let count = 0; count < 5_000; count += 1) startSpan('one', internal)?.end();
    expect(await tracing.metrics.text()).toContain('telltale_trace_spans_total{result="dropped"} 2952');
    await tracing.end();
    await expect.poll(() => tracing?.metrics.text()).toContain('{result="failed"} 2048');
    expect(tracing.lines.filter((line) => line.includes('traces not exported')).length).toBe(1);
  });
});
