import { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { HoldReply, type HoldRequest } from '#platform/bus/hold.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { BackupError } from './backup-error.ts';

/** Processes that move stores forward together. */
const HELD = ['writer', 'engine'] as const;
/** Longer than any insert and any checkpoint. */
const HOLD_REPLY_MS = 15_000;
const REPLY_MS = 3_000;
const PROLONG_MS = 5_000;
const ATTEMPTS = 5;
const RETRY_MS = 1_000;

/** Requests all processes; returns those that replied, with what they replied. */
async function requestHeld(bus: Bus, request: HoldRequest): Promise<ReadonlyMap<string, boolean>> {
  const replies = new Map<string, boolean>();
  await bus
    .requestAll(subjects.hold, JSON.stringify(request), {
      timeoutMs: request.action === 'hold' ? HOLD_REPLY_MS : REPLY_MS,
      isEnough: (data) => {
        const { process, isHeld } = HoldReply.parse(JSON.parse(new TextDecoder().decode(data)));
        replies.set(process, isHeld && replies.get(process) !== false);
        return HELD.every((one) => replies.has(one));
      },
    })
    .catch(() => undefined);
  return replies;
}

const Journal = z.object({ intents: z.array(z.unknown()) });

/** Whether the writer has finished every range that it began, also those of a killed one before it. */
async function isBetweenRanges(bus: Bus): Promise<boolean> {
  const journals = await (await bus.bucket(buckets.intents)).entries();
  return journals.every(
    ({ value }) => Journal.parse(JSON.parse(new TextDecoder().decode(value))).intents.length === 0,
  );
}

/**
 * Runs `work` while the writer is between two ranges and the engine saves no state. Throws a BackupError when one of them does not
 * respond, or was restarted in between.
 */
export async function whileHeld<Value>(bus: Bus, id: string, work: () => Promise<Value>): Promise<Value> {
  const ended = new AbortController();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const replies = await requestHeld(bus, { id, action: 'hold' });
      const missing = HELD.filter((one) => replies.get(one) !== true);
      if (missing.length > 0)
        throw new BackupError(
          `no reply of ${missing.join(' and ')}: nothing was backed up; see var/log, and try again`,
        );
      if (await isBetweenRanges(bus)) break;
      await requestHeld(bus, { id, action: 'release' });
      if (attempt === ATTEMPTS)
        throw new BackupError('the writer waits for ClickHouse: nothing was backed up; try again');
      await systemClock.wait(RETRY_MS);
    }
    systemClock.every(
      PROLONG_MS,
      async () => void (await requestHeld(bus, { id, action: 'prolong' })),
      ended.signal,
    );
    const value = await work();
    ended.abort();
    const released = await requestHeld(bus, { id, action: 'release' });
    if (HELD.every((one) => released.get(one) === true)) return value;
    throw new BackupError(
      'writer or engine was restarted during the backup: it is not consistent; try again',
    );
  } finally {
    ended.abort();
    await requestHeld(bus, { id, action: 'release' });
  }
}
