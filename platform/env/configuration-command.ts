import { packJson } from '../bus/packed-json.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { ProcessConfiguration } from '#schemas/configuration/configuration.ts';
import { valuesOf } from './effective-config.ts';

interface Responder {
  readonly process: string;
  /** Distinguishes processes of the same kind; empty where there is one. */
  readonly instance?: string;
  /** As `configure` returned it. */
  readonly config: object;
  readonly signal: AbortSignal;
}

/** Reports to the server which configuration is in force in this process, until the signal aborts. */
export function runConfigurationCommand(
  bus: Pick<Bus, 'subscribe'>,
  { process, instance = '', config, signal }: Responder,
): void {
  const reply: ProcessConfiguration = { process, instance, values: [...valuesOf(config)] };
  bus.subscribe(subjects.configuration, ({ respond }) => respond(packJson(reply)), { signal });
}
