import { describe, expect, it } from 'vitest';
import { ProcessBeat } from '#schemas/health/process-beat.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { EngineStart } from './engine-start.ts';
import { judged, verdict } from './judge/verdict.ts';
import type { ProcessKnowledge } from './process-watch.ts';

const engine = (run: string, uptimeMs: number): ProcessKnowledge => ({
  process: 'engine',
  instance: '',
  last: ProcessBeat.parse({
    process: 'engine',
    instance: '',
    run,
    release: '0.2.0',
    startedAt: 1_000_000 - uptimeMs,
    sentAt: 1_000_000,
    isEnding: false,
    waitingFor: [],
    cpu: 0,
    memoryBytes: 1,
    heapShare: 0,
    loopDelayMs: 0,
    figures: {},
  }),
  silentMs: 0,
  isSilent: false,
  recent: [],
  starts: 1,
  crashes: 0,
  crashedAt: undefined,
  isMissing: false,
});
const windows = (state: 'ok' | 'unknown') => [
  {
    ...judged({
      group: 'path',
      name: 'windows-samples',
      verdict: verdict(state, state === 'ok' ? 'windowsClose' : 'windowsStarting'),
    }),
    since: null,
  },
];
const minutes = (count: number): number => count * MINUTE_MS;

describe('the start of the engine', () => {
  it('is that of the server while the engine runs for longer', () => {
    const start = new EngineStart(minutes(1));
    expect(start.sinceMs([], [], minutes(2))).toBe(minutes(1));
    expect(start.sinceMs([engine('a', minutes(60))], [], minutes(3))).toBe(minutes(2));
  });

  it('is its own when it starts while windows are in time', () => {
    const start = new EngineStart(0);
    start.sinceMs([engine('a', 1_000)], windows('ok'), minutes(60));
    expect(start.sinceMs([engine('b', 1_000)], windows('ok'), minutes(90))).toBe(1_000);
  });

  it('is not moved by starts that follow each other without a window in time', () => {
    const start = new EngineStart(0);
    start.sinceMs([engine('a', 0)], windows('ok'), minutes(60));
    start.sinceMs([engine('b', 0)], windows('unknown'), minutes(70));
    expect(start.sinceMs([engine('c', 0)], windows('unknown'), minutes(80))).toBe(minutes(20));
  });
});
