import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { readConfiguration } from '#schemas/configuration/configuration.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readConfigurations } from './read-configurations.ts';

/** The effective configuration of every process that runs. */
export function configurationPlugin(
  app: FastifyInstance,
  { bus }: { readonly bus: Pick<Bus, 'requestAll'> },
): void {
  serve(app, readConfiguration, async () => {
    try {
      return { processes: [...(await readConfigurations(bus))] };
    } catch (cause) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause });
    }
  });
}
