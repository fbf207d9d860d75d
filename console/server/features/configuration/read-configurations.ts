import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { ProcessConfiguration } from '#schemas/configuration/configuration.ts';

/** Processes reply within milliseconds; how many there are is not known. */
const TIMEOUT_MS = 1_000;

const nameOf = ({ process, instance }: ProcessConfiguration): string => `${process} ${instance}`;

/** The effective configuration of every process that runs, as each reports it, by name. Rejects while NATS does not respond. */
export async function readConfigurations(
  bus: Pick<Bus, 'requestAll'>,
): Promise<readonly ProcessConfiguration[]> {
  const processes: ProcessConfiguration[] = [];
  await bus.requestAll(subjects.configuration, '', {
    timeoutMs: TIMEOUT_MS,
    isEnough(reply) {
      processes.push(ProcessConfiguration.parse(unpackJson(reply)));
      return false;
    },
  });
  return processes.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
