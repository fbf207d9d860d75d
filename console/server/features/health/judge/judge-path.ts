import type { ComponentFigures } from '#schemas/health/component.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { judged, verdict, type Judged, type Verdict } from './verdict.ts';

/** Rows of a stream within some time: those that its writers report as stored by NATS, and those that ClickHouse has more than before. */
export interface RowFlow {
  readonly ms: number;
  readonly published: number;
  readonly stored: number;
}

/** An insert may wait for this long (`WRITER_SPARSE_MS` is at most a minute), and a merge or a deletion may hide one. */
const STORING_MS = 3 * MINUTE_MS;
/** Less than this share stored: the writer falls behind. */
const SLOW_SHARE = 0.5;

/** Whether rows that arrive are stored, by counts of both ends: a writer that only says so is found. */
export function judgeStoring(
  name: string,
  flow: RowFlow | undefined,
  { isStoreUp, readAt }: { readonly isStoreUp: boolean; readonly readAt: number },
): Judged {
  const { ms = 0, published = 0, stored = 0 } = flow ?? {};
  const decide = (): Verdict => {
    if (!isStoreUp || flow === undefined) return verdict('unknown', 'notRead');
    const isBrief = ms < STORING_MS;
    if (published === 0) return verdict('unknown', isBrief ? 'counting' : 'noRows', { ms });
    if (isBrief && stored < SLOW_SHARE * published) return verdict('unknown', 'counting', { ms });
    if (stored === 0) return verdict('critical', 'notStoring', { ms, arrived: published });
    if (stored < SLOW_SHARE * published)
      return verdict('warning', 'storingSlowly', { ms, arrived: published, stored });
    return verdict('ok', 'storing');
  };
  const perSecond = (rows: number): number => (ms === 0 ? 0 : (rows * SECOND_MS) / ms);
  const figures: ComponentFigures =
    flow === undefined ? {} : { published: perSecond(published), stored: perSecond(stored) };
  return judged({ group: 'path', name, verdict: decide(), figures, readAt });
}

/** The newest closed window of a customer, by the clock of the server. */
export interface NewestWindow {
  /** End and length, milliseconds. */
  readonly endMs: number;
  readonly lengthMs: number;
}

/** Without rows a window closes when its idle timeout is over: a quarter of an hour and more with slow polls (ADR 19). */
const IDLE_MS = 20 * MINUTE_MS;
const LATENESS_MS = 2 * MINUTE_MS;
/** An engine that starts on a loaded machine reads what waits first. */
const START_MS = 10 * MINUTE_MS;
const LATE_WINDOWS = 3;
const STOPPED_WINDOWS = 6;

export interface WindowContext {
  readonly nowMs: number;
  readonly isArriving: boolean;
  /** Time since the engine or this server started while windows were in time, milliseconds. */
  readonly startedMs: number;
}

/** Whether windows close, by the clock: an engine that only says so is found. A start is no fault: windows are late once it had time for them. */
export function judgeWindows(
  source: 'samples' | 'flows',
  windows: readonly NewestWindow[],
  { nowMs, isArriving, startedMs }: WindowContext,
): Judged {
  const extraMs = LATENESS_MS + (isArriving ? 0 : IDLE_MS);
  const lateBy = (count: number) =>
    windows.filter(({ endMs, lengthMs }) => nowMs - endMs > count * lengthMs + extraMs);
  const isDue = ({ lengthMs }: NewestWindow): boolean =>
    startedMs > Math.max(START_MS, STOPPED_WINDOWS * lengthMs + extraMs);
  const [late, stopped] = [lateBy(LATE_WINDOWS), lateBy(STOPPED_WINDOWS)];
  const behind = Math.max(0, ...windows.map(({ endMs }) => nowMs - endMs));
  const decide = (): Verdict => {
    if (windows.length === 0) return verdict('unknown', 'noWindows');
    if (late.length > 0 && !late.some(isDue))
      return verdict('unknown', 'windowsStarting', { source, ms: Math.round(startedMs) });
    if (stopped.some(isDue))
      return verdict('critical', 'windowsStopped', { customers: stopped.length, source, ms: behind });
    if (late.length > 0)
      return verdict('warning', 'windowsLate', { customers: late.length, source, ms: behind });
    return verdict('ok', 'windowsClose');
  };
  return judged({
    group: 'path',
    name: `windows-${source}`,
    verdict: decide(),
    readAt: nowMs,
    figures: windows.length === 0 ? {} : { behind },
  });
}
