import { systemClock } from '#platform/clock/system-clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { BenchServer } from '../live/server.ts';
import { STEP_S } from './large-customer.ts';

/** The server has the message with the flush; it handles it before the next request. */
const HANDLED_MS = 100;

/** Announces, as an engine does, that the windows of a customer are closed until a time, seconds since 1970. */
export async function announceWindows(
  { bus }: Pick<BenchServer, 'bus'>,
  customer: number,
  until: number,
): Promise<void> {
  const window = { granularity: '5m', start: until - STEP_S, length: STEP_S, watermark: until * 1_000 };
  for (const source of ['samples', 'flows'])
    bus.publish(subjects.live(customer, 'window'), JSON.stringify({ customer, of: source, ...window }));
  await bus.flush();
  await systemClock.wait(HANDLED_MS);
}
