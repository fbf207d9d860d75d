import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { expect } from 'vitest';
import { createPartition } from '#engine/partition/partition.ts';
import type { Partition, PartitionState } from '#engine/partition/partition.ts';
import type { PartitionOptions } from '#engine/partition/partition-options.ts';
import type { Origin } from '#engine/partition/sample-intake.ts';
import { eventCodec, measureCodec } from './network.ts';
import type { EventRow, MeasureRow } from './network.ts';

/** A message as text that compares byte by byte, and is short enough to be printed when two differ. */
export const messageText = (kind: string, batch: number | string, bytes: Uint8Array): string =>
  `${kind} ${String(batch)} ${String(bytes.length)} bytes ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;

/** What an engine wrote, message by message. */
export interface Log {
  readonly messages: string[];
  readonly measures: MeasureRow[];
  readonly events: EventRow[];
}

export const emptyLog = (): Log => ({ messages: [], measures: [], events: [] });

export type Setting = Omit<PartitionOptions, 'output'>;

/** `skip`: numbers of the last batches already there; a replay does not write them again. */
export function partitionInto(log: Log, setting: Setting): Partition {
  const last = { measures: -1, events: -1 };
  for (const message of log.messages) {
    const [kind, batch] = message.split(' ') as ['measures' | 'events', string];
    last[kind] = Number(batch);
  }
  return createPartition({
    ...setting,
    output: {
      measures: ({ batch, bytes }) => {
        if (batch <= last.measures) return;
        log.messages.push(messageText('measures', batch, bytes));
        log.measures.push(...measureCodec.decode(bytes));
      },
      events: ({ batch, bytes }) => {
        if (batch <= last.events) return;
        log.messages.push(messageText('events', batch, bytes));
        log.events.push(...eventCodec.decode(bytes));
      },
    },
  });
}

/** Rows, or a tick. */
export type Message = Uint8Array | Pick<Origin, 'quietUntil'>;

export interface Run {
  readonly setting: Setting;
  /** Numbered from 1. */
  readonly messages: readonly Message[];
  /** Close every window that ends by then. */
  readonly end: number;
  /** Numbers of messages after which the engine is killed, and how many messages before the last checkpoint was made. */
  readonly kills?: readonly { readonly after: number; readonly checkpointBefore: number }[];
}

/** Feeds an engine, kills and restores it on the way. */
export function run({ setting, messages, end, kills = [] }: Run): Log {
  const log = emptyLog();
  let partition = partitionInto(log, setting);
  const checkpoints: { readonly next: number; readonly state: Buffer }[] = [];
  let pending = [...kills];
  for (let number = 1; number <= messages.length; number += 1) {
    const message = messages[number - 1]!;
    const origin = { sequence: number, receivedAt: Infinity };
    if (message instanceof Uint8Array) partition.push(message, origin);
    else partition.push(new Uint8Array(), { ...origin, ...message });
    checkpoints[number] = { next: partition.readUpTo() + 1, state: serialize(partition.state()) };
    const kill = pending.find(({ after }) => after === number);
    if (kill === undefined) continue;
    pending = pending.filter((other) => other !== kill);
    const checkpoint = checkpoints[number - kill.checkpointBefore];
    partition = partitionInto(log, setting);
    if (checkpoint === undefined) number = 0;
    else {
      partition.restore(deserialize(checkpoint.state) as PartitionState);
      // Killed again at once, after a checkpoint that was made before anything was read again.
      const again = serialize(partition.state());
      partition = partitionInto(log, setting);
      partition.restore(deserialize(again) as PartitionState);
      expect(partition.readUpTo() + 1).toBe(checkpoint.next);
      expect(partition.configure(setting.inventory, setting)).toBe(false);
      number = checkpoint.next - 1;
    }
  }
  partition.closeUntil(end);
  return log;
}
