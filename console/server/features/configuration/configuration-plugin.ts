import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { ProcessConfiguration, readConfiguration } from '#schemas/configuration/configuration.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';

/** Processes reply within milliseconds; how many there are is not known. */
const TIMEOUT_MS = 1_000;

const nameOf = ({ process, instance }: ProcessConfiguration): string => `${process} ${instance}`;

/** The effective configuration of every process that runs, as each reports it. */
export function configurationPlugin(
  app: FastifyInstance,
  { bus }: { readonly bus: Pick<Bus, 'requestAll'> },
): void {
  serve(app, readConfiguration, async () => {
    const processes: ProcessConfiguration[] = [];
    try {
      await bus.requestAll(subjects.configuration, '', {
        timeoutMs: TIMEOUT_MS,
        isEnough(reply) {
          processes.push(ProcessConfiguration.parse(unpackJson(reply)));
          return false;
        },
      });
    } catch (cause) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'nats' }, cause });
    }
    return { processes: processes.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)) };
  });
}
