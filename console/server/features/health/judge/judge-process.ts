import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { tiers } from '#schemas/tier/tier.ts';
import type { ProcessKnowledge } from '../process-watch.ts';
import { firstOf, judged, verdict, type Judged, type Verdict } from './verdict.ts';

/** A crash is shown for this time. */
const CRASH_SHOWN_MS = 10 * MINUTE_MS;
/** A part that is not ready for longer is no start any more. */
const START_MS = MINUTE_MS;
const HEAP_SHARE = 0.9;
/** A delay of the event loop in every beat of the last ten seconds. */
const LOOP_DELAY_MS = 500;
const LOOP_WINDOW_MS = 10 * SECOND_MS;
/** Heartbeats come every two seconds: a server that has just started has heard of few. */
const GRACE_MS = 30 * SECOND_MS;

/** Processes without which nothing is collected, stored, decided or shown; the others run where they are used. */
const essential: ReadonlySet<string> = new Set([
  'collector',
  'poller',
  'writer',
  'engine',
  'notification',
  'server',
]);

export interface ProcessContext {
  /** Time since this server started, milliseconds. */
  readonly upMs: number;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly isBusConnected: boolean;
  readonly ownRelease: string;
}

/** The least delay of the last ten seconds: a single long one is no overload. */
function lastingDelayMs({ recent }: ProcessKnowledge): number {
  const newest = recent.at(-1)?.atMs ?? 0;
  const within = recent.filter(({ atMs }) => atMs > newest - LOOP_WINDOW_MS);
  return within.length < 3 ? 0 : Math.min(...within.map(({ beat }) => beat.loopDelayMs));
}

/** How long it has had parts that are not ready. */
function waitedMs({ recent }: ProcessKnowledge): number {
  const newest = recent.at(-1);
  const lastReady = recent.findLast(({ beat }) => beat.waitingFor.length === 0);
  const since = lastReady?.atMs ?? recent[0]?.atMs ?? 0;
  return newest === undefined ? 0 : newest.atMs - since;
}

function withoutBeats(known: ProcessKnowledge, context: ProcessContext): Verdict {
  const { isBusConnected, upMs } = context;
  const { last, silentMs, process, starts } = known;
  if (!isBusConnected) return process === 'server' ? verdict('ok', 'running') : verdict('unknown', 'noBus');
  if (last?.isEnding === true) return verdict('critical', 'stopped', { ms: Math.round(silentMs) });
  if (last !== undefined) return verdict('critical', 'silent', { ms: Math.round(silentMs) });
  if (upMs < GRACE_MS) return verdict('unknown', 'starting');
  return essential.has(process) || starts > 0
    ? verdict('critical', 'neverStarted')
    : verdict('unknown', 'notRunning');
}

function withBeats(known: ProcessKnowledge, { nowMs, ownRelease }: ProcessContext): Verdict {
  const { last, crashes, crashedAt } = known;
  if (last === undefined) return verdict('unknown', 'starting');
  const sinceCrashMs = crashedAt === undefined ? Infinity : nowMs - crashedAt;
  const delayMs = lastingDelayMs(known);
  const parts = last.waitingFor.join(', ');
  return firstOf(
    [
      parts !== '' && verdict(waitedMs(known) > START_MS ? 'critical' : 'warning', 'waitsFor', { parts }),
      sinceCrashMs < CRASH_SHOWN_MS &&
        verdict('warning', 'restarted', { ms: Math.round(sinceCrashMs), crashes }),
      last.heapShare >= HEAP_SHARE && verdict('warning', 'heapHigh', { share: 100 * last.heapShare }),
      delayMs >= LOOP_DELAY_MS && verdict('warning', 'loopDelayed', { ms: Math.round(delayMs) }),
      last.figures['telltale_jobs_chromium'] === 0 && verdict('warning', 'chromiumMissing'),
      last.release !== ownRelease &&
        verdict('warning', 'otherRelease', { release: last.release, own: ownRelease }),
    ],
    verdict('ok', 'running'),
  );
}

/** State of a process by its heartbeats. */
export function judgeProcess(known: ProcessKnowledge, context: ProcessContext): Judged {
  const { last, process, instance, starts, crashes, isSilent, silentMs } = known;
  const figures =
    last === undefined
      ? {}
      : {
          cpu: 100 * last.cpu,
          memory: last.memoryBytes,
          heap: 100 * last.heapShare,
          loopDelay: last.loopDelayMs,
          uptime: Math.max(0, last.sentAt - last.startedAt),
        };
  return judged({
    group: 'processes',
    name: instance === '' ? process : `${process} ${instance}`,
    verdict: isSilent ? withoutBeats(known, context) : withBeats(known, context),
    figures: { ...(isSilent ? {} : figures), restarts: Math.max(0, starts - 1), crashes },
    readAt: last === undefined ? null : context.nowMs - silentMs,
    release: last?.release ?? null,
  });
}

/** Every process of the product: also one of which nothing was heard. */
export function judgeProcesses(
  list: readonly ProcessKnowledge[],
  context: ProcessContext,
): readonly Judged[] {
  const heard = new Set(list.map(({ process }) => process));
  const never = tiers
    .filter((tier) => !heard.has(tier))
    .map((process) => ({
      process,
      instance: '',
      last: undefined,
      silentMs: 0,
      isSilent: true,
      recent: [],
      starts: 0,
      crashes: 0,
      crashedAt: undefined,
      isMissing: false,
    }));
  return [...list, ...never]
    .toSorted((one, other) => (one.process < other.process ? -1 : 1))
    .map((known) => judgeProcess(known, context));
}
