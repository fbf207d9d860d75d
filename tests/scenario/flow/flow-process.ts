import { flowComponent } from '#ingest/flow/flow-component.ts';
import { flowMetrics } from '#ingest/flow/flow-metrics.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { emptyDictionary } from '#schemas/application/definition.ts';
import { anInventory } from '#tests/fixtures/flow/a-collector.ts';

/** A collector that knows 127.0.0.1 as an exporter of customer 3, until it is stopped. */
export async function startFlowCollector(bus: Bus) {
  const controller = new AbortController();
  let port = 0;
  const onChange = () => undefined;
  const inventory = { current: anInventory('127.0.0.1'), onChange };
  const applications = { current: emptyDictionary, onChange };
  const needs = { bus, inventory, applications, clock: systemClock, log: silentLog };
  const started = await flowComponent(
    { ...needs, metrics: flowMetrics(openMetrics()) },
    {
      host: '127.0.0.1',
      ports: [0],
      partitions: 2,
      collector: 'test',
      onListening: (ports) => {
        port = ports[0] ?? 0;
      },
    },
  ).start(controller.signal);
  return {
    port,
    async stop() {
      controller.abort();
      await started?.stop?.();
    },
  };
}
