import { systemClock } from '../clock/system-clock.ts';
import type { Component } from '../lifecycle/component.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { setSpanSource } from './spans.ts';
import type { SamplerName } from './tracing-variables.ts';

export interface TracingConfiguration {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_EXPORTER_OTLP_HEADERS: string;
  readonly OTEL_EXPORTER_OTLP_TIMEOUT: number;
  readonly OTEL_TRACES_SAMPLER: SamplerName;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly WINDOW_SECONDS: number;
}

export interface TracingNeeds {
  /** Name of the process. */
  readonly process: string;
  /** Distinguishes processes of the same kind. */
  readonly instance?: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

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
