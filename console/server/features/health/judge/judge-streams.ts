import { streams, type StreamKey } from '#schemas/bus/stream.ts';
import type { ComponentFigures } from '#schemas/health/component.ts';
import { fillLevel, type StreamAlarm } from '#schemas/health/stream-fill.ts';
import type { RejectionCause } from '#schemas/health/stream-rejection.ts';
import type { ReasonCode } from '#schemas/health/reason.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { ReadingState } from '../read/source-reading.ts';
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
  // A stream that drops its oldest is meant to be full.
  if (discard === 'old')
    return name === streams.dead.name && level === 'critical' && dropped > 0
      ? verdict('warning', 'streamDropping', { fill, dropped })
      : verdict('ok', 'streamFine');
  return firstOf(
    [
      alarm?.isActive === true &&
        verdict('critical', rejections[alarm.cause], { rejected: alarm.rejected, dropped: alarm.dropped }),
      level === 'critical' && verdict('critical', 'streamFull', { fill }),
      level === 'warning' && verdict('warning', 'streamFilling', { fill }),
    ],
    verdict('ok', 'streamFine'),
  );
}

/** What is shown of a stream. */
function figuresOf(
  key: StreamKey,
  facts: StreamFacts,
  { nowMs, arriving, alarmOf, dropped }: StreamContext,
): ComponentFigures {
  const alarm = alarmOf(streams[key].name);
  return {
    messages: facts.messages,
    bytes: facts.bytes,
    limit: facts.maxBytes,
    fill: (100 * facts.bytes) / facts.maxBytes,
    arriving: arriving.get(key) ?? 0,
    ...(facts.firstMs === undefined ? {} : { oldest: Math.max(0, nowMs - facts.firstMs) }),
    rejected: alarm?.rejected ?? 0,
    dropped: (alarm?.dropped ?? 0) + (key === 'dead' ? dropped : 0),
  };
}

/** A reading of NATS that is slow once, as while everything starts, leaves what was just read in force. */
const RECENT_MS = 15 * SECOND_MS;

/** State of every stream by what NATS says of it, and by what writers report. */
export function judgeStreams(
  { value, readAt, error }: ReadingState<ReadonlyMap<StreamKey, StreamFacts>>,
  context: StreamContext,
): readonly Judged[] {
  const isCurrent = error === undefined || (readAt !== null && context.nowMs - readAt < RECENT_MS);
  return (Object.keys(streams) as StreamKey[]).map((key) => {
    const facts = isCurrent ? value?.get(key) : undefined;
    const unread = verdict('unknown', error === undefined ? 'notRead' : 'streamUnread');
    return judged({
      group: 'streams',
      name: streams[key].name,
      readAt,
      verdict: facts === undefined ? unread : stateOf(key, facts, context),
      figures: facts === undefined ? {} : figuresOf(key, facts, context),
    });
  });
}
