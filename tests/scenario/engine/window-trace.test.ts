import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { freePorts, start, type StartedProcess } from '#tests/fixtures/process/start-process.ts';
import { COMMUNITY, honest, portTable, startUdpAgent } from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import {
  openTraceReceiver,
  type ReceivedSpan,
  type TraceReceiver,
} from '#tests/fixtures/tracing/trace-receiver.ts';
import { withPostgres } from '../../store/postgres-template.ts';

const data = withPostgres(mkdtempSync(join(tmpdir(), 'telltale-trace-')));

const network = (snmpPort: number) => ({
  customers: [
    {
      clientId: 'acme',
      name: 'Acme',
      sites: [
        {
          name: 'Paris office',
          latitude: 48.8566,
          longitude: 2.3522,
          devices: [
            {
              name: 'paris-edge-1',
              address: '127.0.0.1',
              snmp: { community: COMMUNITY, port: snmpPort },
              interfaces: [{ name: 'Gi0/0' }],
            },
          ],
        },
      ],
    },
  ],
});

let receiver: TraceReceiver;
let router: Awaited<ReturnType<typeof startUdpAgent>>;
let product: StartedProcess;

beforeAll(async () => {
  receiver = await openTraceReceiver();
  const table = new Map<string, AgentValue>(portTable(['Gi0/0']));
  router = await startUdpAgent(({ datagram, reply }) => {
    const response = honest(table)(datagram);
    if (response !== undefined) reply(response);
  });
  const file = join(data, 'network.json');
  writeFileSync(file, JSON.stringify(network(router.port)));
  product = start(['--no-demo', '--network', file], {
    ...(await freePorts()),
    TELLTALE_DATA: data,
    TELLTALE_ADMIN_PASSWORD: 'first-administrator-of-a-test',
    WINDOW_SECONDS: '2',
    WINDOW_LATENESS_SECONDS: '1',
    POLL_INTERVAL_SECONDS: '1',
    WRITER_SPARSE_MS: '500',
    SNMP_ALLOWED_NETWORKS: '127.0.0.0/8',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  });
  await product.line(/^Telltale is ready: /);
});
afterAll(async () => {
  product.child.kill('SIGTERM');
  await product.ended;
  router.close();
  await receiver.close();
  rmSync(data, { recursive: true, force: true });
});

/** Service and name of a span with those of all above it, the root first. */
function lineage(spans: readonly ReceivedSpan[], span: ReceivedSpan): readonly string[] {
  const parent = spans.find(({ id }) => id === span.parent);
  const own = `${span.service.replace('telltale-', '')}: ${span.name.replace(/\.\d+$/, '')}`;
  return parent === undefined ? [own] : [...lineage(spans, parent), own];
}

/** Lines of the traces that have reached a browser. */
function complete(): readonly string[] {
  const { spans } = receiver;
  const pushed = new Set(spans.filter(({ name }) => name === 'push window').map(({ trace }) => trace));
  return [
    ...new Set(spans.filter(({ trace }) => pushed.has(trace)).map((one) => lineage(spans, one).join(' > '))),
  ];
}

it('a window is one trace over poller, writer, engine and server, each span below what led to it', async () => {
  await expect
    .poll(complete, { timeout: 90_000, interval: 500 })
    .toEqual(
      expect.arrayContaining([
        'poller: publish samples',
        'poller: publish samples > writer: write samples > writer: INSERT samples',
        'poller: publish samples > engine: evaluate window',
        'poller: publish samples > engine: evaluate window > engine: publish measures',
        'poller: publish samples > engine: evaluate window > engine: publish measures > writer: write measures',
        'poller: publish samples > engine: evaluate window > server: push window',
      ]),
    );
});
