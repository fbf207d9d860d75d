import type { InterfaceFindings, LineFinding } from '#schemas/line/line-finding.ts';
import { narrowReading, type ReadingLimits } from '#schemas/line/narrow-counter.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { PolledUse } from '../use/use-report.ts';
import type { LineState } from './line-state.ts';

interface FindingScope extends ReadingLimits {
  readonly isV1: boolean;
  readonly nowMs: number;
}

/** Traffic that was measured earlier than this, in intervals or in time, says nothing about now. */
const CURRENT_INTERVALS = 3;
const LEAST_CURRENT_MS = 5 * 60_000;

function aboveSpeed({ above }: LineState, { intervalMs, nowMs }: FindingScope): readonly LineFinding[] {
  const sinceMs = nowMs - Math.max(LEAST_CURRENT_MS, CURRENT_INTERVALS * intervalMs);
  return (['in', 'out'] as const).flatMap((way): readonly LineFinding[] => {
    const found = above[way];
    if (found === undefined || found.atMs < sinceMs) return [];
    const { atMs, ...what } = found;
    return [{ is: 'above speed', way, ...what, at: atMs }];
  });
}

function narrowFinding({ narrow, speed }: LineState, scope: FindingScope): readonly LineFinding[] {
  if (narrow === undefined || speed === undefined) return [];
  if (narrowReading(narrow.withinMs, scope).is !== 'too slow') return [];
  return [
    {
      is: '32 bits',
      of: narrow.of,
      speedBps: speed.bps,
      isV1: scope.isV1,
      everyMs: scope.intervalMs,
      wrapMs: narrow.withinMs,
    },
  ];
}

/** What there is to say of a line; faults of its counters for a day. */
export const lineFindings = (line: LineState, scope: FindingScope): readonly LineFinding[] => [
  ...aboveSpeed(line, scope),
  ...narrowFinding(line, scope),
  ...(line.faults > 0 && scope.nowMs - line.faultMs < DAY_MS
    ? [{ is: 'counter fault', values: line.faults, at: line.faultMs } as const]
    : []),
  ...(line.hasNoSpeed ? [{ is: 'no speed' } as const] : []),
];

/** The findings of all devices of this process. */
export function* foundOf(
  polled: Iterable<PolledUse>,
  scope: Omit<FindingScope, 'isV1'>,
): Generator<InterfaceFindings> {
  for (const { memory, isV1 } of polled)
    for (const [id, line] of memory.lines) {
      const findings = [...lineFindings(line, { ...scope, isV1 })];
      if (findings.length > 0) yield { interface: id, findings };
    }
}
