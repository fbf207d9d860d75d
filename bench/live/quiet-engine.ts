import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { alertStatePages } from '#schemas/alerting/state-pages.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { stateWithoutAlarms } from '../event-to-pixel/delta.ts';

/** As the server has it by default. */
const PARTITIONS = 2;

/** Responds as an engine of which nothing runs: the server's mirror begins there. */
export async function respondWithStates(bus: Bus, customer: number): Promise<void> {
  const { signal } = new AbortController();
  for (let partition = 0; partition < PARTITIONS; partition += 1)
    bus.subscribe(
      subjects.alertState(partition),
      ({ respond }) => {
        const states = customer % PARTITIONS === partition ? [stateWithoutAlarms(customer)] : [];
        for (const page of alertStatePages(states)) respond(packJson(page));
      },
      { signal },
    );
  await bus.flush();
}
