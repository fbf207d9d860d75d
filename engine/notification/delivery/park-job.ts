import { headerNames } from '#schemas/bus/header.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Job } from '#platform/bus/work-queue.ts';

const CAUSE_CHARACTERS = 500;

/** Parks an unreadable job as a dead letter: `npm run dead-letters` lists and requeues it. */
export async function parkJob(
  publisher: Publisher,
  { subject, seq, timeMs, data }: Job,
  cause: string,
): Promise<void> {
  const published = await publisher.publish({
    subject: 'dead.jobs',
    data,
    headers: {
      [headerNames.cause]: cause.replaceAll(/\s+/g, ' ').slice(0, CAUSE_CHARACTERS),
      [headerNames.source]: `${subject}:${String(seq)}`,
    },
    id: `dead.${streams.jobs.name}.${String(seq)}.${String(timeMs)}`,
  });
  if (!published.ok) throw new Error('dead.jobs is full');
}
