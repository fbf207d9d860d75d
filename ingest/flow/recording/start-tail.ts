import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { tailLimits, TailOrder } from '#schemas/debug/tail.ts';
import { FlowTail } from './flow-tail.ts';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Follows the orders of servers, and sends them the flows that their screens watch. */
export function startTail({ bus, clock, signal }: Needs, collector: string): FlowTail {
  const tail = new FlowTail(collector);
  bus.subscribe(
    subjects.tailOrder,
    ({ data }) => {
      tail.apply(TailOrder.parse(JSON.parse(new TextDecoder().decode(data))), clock.elapsed());
    },
    { signal },
  );
  clock.every(
    tailLimits.everyMs,
    () => {
      for (const flows of tail.drain(clock.elapsed())) bus.publish(subjects.tailFlows, JSON.stringify(flows));
    },
    signal,
  );
  return tail;
}
