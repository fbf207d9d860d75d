import { streams, type StreamKey } from '#schemas/bus/stream.ts';
import { fillLevel, type StreamAlarm } from '#schemas/health/stream-fill.ts';
import type { RejectionCause } from '#schemas/health/stream-rejection.ts';
import type { ReasonCode } from '#schemas/health/reason.ts';
import type { ReadingState } from '../read/reading.ts';
import type { StreamFacts } from '../read/read-stores.ts';
import { firstOf, judged, verdict, type Judged, type Verdict } from './verdict.ts';

const rejections = {
  full: 'streamRejects',
  unreachable: 'streamUnreachable',
  disk: 'streamNoDisk',
} as const satisfies Record<RejectionCause, ReasonCode>;

export interface StreamContext {
  readonly nowMs: number;
  /** Messages per second that arrive, by stream. */
  readonly arriving: ReadonlyMap<StreamKey, number>;
  readonly alarmOf: (stream: string) => StreamAlarm | null;
  /** Dead letters that were dropped. */
  readonly dropped: number;
}

function stateOf(key: StreamKey, facts: StreamFacts, { alarmOf, dropped }: StreamContext): Verdict {
  const { name, discard } = streams[key];
  const alarm = alarmOf(name);
  const level = fillLevel(facts.bytes, facts.maxBytes);
  const fill = (100 * facts.bytes) / facts.maxBytes;
  return firstOf(
    [
      alarm?.isActive === true &&
        verdict('critical', rejections[alarm.cause], { rejected: alarm.rejected, dropped: alarm.dropped }),
      discard === 'old' && level === 'critical' && name === streams.dead.name && dropped > 0
        ? verdict('warning', 'streamDropping', { fill, dropped })
        : // A stream that drops its oldest is meant to be full.
          discard === 'new' && level === 'critical' && verdict('critical', 'streamFull', { fill }),
      discard === 'new' && level === 'warning' && verdict('warning', 'streamFilling', { fill }),
    ],
    verdict('ok', 'streamFine'),
  );
}

/** State of every stream by what NATS says of it, and by what writers report. */
export function judgeStreams(
  { value, readAt, error }: ReadingState<ReadonlyMap<StreamKey, StreamFacts>>,
  context: StreamContext,
): readonly Judged[] {
  return (Object.keys(streams) as StreamKey[]).map((key) => {
    const { name } = streams[key];
    const facts = value?.get(key);
    const alarm = context.alarmOf(name);
    if (error !== undefined || facts === undefined)
      return judged({
        ...{ group: 'streams', name, readAt },
        verdict: error === undefined ? verdict('unknown', 'notRead') : verdict('unknown', 'noBus'),
      });
    return judged({
      ...{ group: 'streams', name, readAt },
      verdict: stateOf(key, facts, context),
      figures: {
        messages: facts.messages,
        bytes: facts.bytes,
        limit: facts.maxBytes,
        fill: (100 * facts.bytes) / facts.maxBytes,
        arriving: context.arriving.get(key) ?? 0,
        ...(facts.firstMs === undefined ? {} : { oldest: Math.max(0, context.nowMs - facts.firstMs) }),
        rejected: alarm?.rejected ?? 0,
        dropped: (alarm?.dropped ?? 0) + (key === 'dead' ? context.dropped : 0),
      },
    });
  });
}
