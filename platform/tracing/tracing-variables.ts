import { address, choice, numberBetween, secret, integerVariable } from '../env/variable.ts';

/** Samplers of the OpenTelemetry specification (SDK environment variables, `OTEL_TRACES_SAMPLER`). */
const samplers = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const;
export type SamplerName = (typeof samplers)[number];

/** Without a protocol the address of a collector is none. */
const noAddress = '';

/** Variables of a process that exports traces: those of the OpenTelemetry specification, and the length of windows. */
export const tracingVariables = {
  /** Base address of a collector that accepts OTLP over HTTP; `/v1/traces` is appended. Empty: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http', 'https'], noAddress),
  /** Headers of exports, such as `authorization=Bearer …`, separated by commas; values are percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: secret(''),
  /** An export that takes longer is given up, milliseconds. */
  OTEL_EXPORTER_OTLP_TIMEOUT: integerVariable(100, 60_000, 10_000),
  OTEL_TRACES_SAMPLER: choice(samplers, 'parentbased_traceidratio'),
  /** Share of the traces that are sampled. */
  OTEL_TRACES_SAMPLER_ARG: numberBetween(0, 1, 0.01),
  /** Length of the base window, as the engine has it. */
  WINDOW_SECONDS: integerVariable(1, 86_400, 300),
};

/** Their values. */
export interface TracingConfiguration {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_EXPORTER_OTLP_HEADERS: string;
  readonly OTEL_EXPORTER_OTLP_TIMEOUT: number;
  readonly OTEL_TRACES_SAMPLER: SamplerName;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly WINDOW_SECONDS: number;
}
