import { systemClock } from '../clock/system-clock.ts';
import type { Component } from '../lifecycle/component.ts';
import { setSpanSource } from './spans.ts';
import type { TracingNeeds } from './open-export.ts';
import type { TracingConfiguration } from './tracing-variables.ts';

/** Time for the last spans when the process ends. */
const FLUSH_MS = 1_500;

/**
 * Exports spans from now on if a collector is configured, and returns the component that sends the last ones. Without one no library
 * is loaded. Before stores are opened: they look once whether there is tracing.
 */
export async function startTracing(config: TracingConfiguration, needs: TracingNeeds): Promise<Component> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '')
    return { name: 'tracing', start: () => Promise.resolve(undefined) };
  const { openExport } = await import('./open-export.ts');
  const { spans, close } = openExport(config, needs);
  setSpanSource(spans);
  return {
    name: 'tracing',
    start: () =>
      Promise.resolve({
        async stop() {
          setSpanSource(undefined);
          await Promise.race([close(), systemClock.wait(FLUSH_MS)]);
        },
      }),
  };
}
