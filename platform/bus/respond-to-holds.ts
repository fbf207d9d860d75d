import { subjects } from '#schemas/bus/subject.ts';
import type { Bus } from './bus.ts';
import { HoldRequest } from './hold.ts';

/** Holds the work of a process on request, until the signal aborts. */
export function respondToHolds(
  bus: Pick<Bus, 'subscribe' | 'hold'>,
  process: string,
  signal: AbortSignal,
): void {
  bus.subscribe(
    subjects.hold,
    ({ data, respond }) => {
      const { id, action } = HoldRequest.parse(JSON.parse(new TextDecoder().decode(data)));
      const reply = (isHeld: boolean): void => respond(JSON.stringify({ process, isHeld }));
      if (action === 'release') reply(bus.hold.release(id));
      else if (action === 'prolong') reply(bus.hold.prolong(id));
      else void bus.hold.hold(id).then(() => reply(true));
    },
    { signal },
  );
  // A process that ends does its last work.
  signal.addEventListener('abort', () => bus.hold.end(), { once: true });
}
