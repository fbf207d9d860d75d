import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { ProcessBeat } from '#schemas/health/process-beat.ts';
import { judgeProcesses, type ProcessContext } from './judge/judge-process.ts';
import { counterGrowth, ProcessWatch, type ProcessRun } from './process-watch.ts';

function watching() {
  const clock = new ManualClock(1_000_000);
  const runs: ProcessRun[] = [];
  const watch = new ProcessWatch({
    clock,
    bus: { subscribe: () => undefined },
    log: { warn: () => undefined },
    onRun: (run) => void runs.push(run),
  });
  const beat = (run: string, change: Partial<ProcessBeat> = {}): void =>
    watch.observe({
      process: 'writer',
      instance: '',
      run,
      release: '1.0.0',
      startedAt: Number(run.slice(1)),
      sentAt: clock.now().getTime(),
      isEnding: false,
      waitingFor: [],
      cpu: 0.1,
      memoryBytes: 1,
      heapShare: 0.1,
      loopDelayMs: 1,
      figures: {},
      ...change,
    });
  /** Beats every two seconds for this time. */
  const live = async (run: string, seconds: number, change: Partial<ProcessBeat> = {}): Promise<void> => {
    for (let at = 0; at < seconds; at += 2) {
      beat(run, change);
      await clock.advance(2_000);
    }
  };
  const stateOf = (change: Partial<ProcessContext> = {}) => {
    const context = { upMs: 60_000, nowMs: clock.now().getTime(), isBusConnected: true, ownRelease: '1.0.0' };
    const one = judgeProcesses(watch.list(), { ...context, ...change }).find(
      ({ name }) => name === 'writer',
    )!;
    return [one.state, one.reason.code] as const;
  };
  const writer = () => watch.list().find(({ process }) => process === 'writer')!;
  return { clock, watch, runs, beat, live, stateOf, writer };
}

describe('a process', () => {
  it('that is killed is silent within seven seconds, and restarted once another run is heard', async () => {
    const { clock, live, stateOf, writer, runs } = watching();
    await live('r1', 20);
    expect(stateOf()).toEqual(['ok', 'running']);
    await clock.advance(4_000);
    expect(stateOf()).toEqual(['critical', 'silent']);
    await live('r2', 4);
    expect(stateOf()).toEqual(['warning', 'restarted']);
    expect([writer().starts, writer().crashes]).toEqual([2, 1]);
    expect(runs.map(({ run, crashed }) => [run, crashed])).toEqual([
      ['r1', undefined],
      ['r2', undefined],
      ['r1', true],
    ]);
    await live('r2', 600);
    expect(stateOf()).toEqual(['ok', 'running']);
  });

  it('that is back before it was silent is restarted too', async () => {
    const { live, stateOf } = watching();
    await live('r1', 10);
    await live('r2', 2);
    expect(stateOf()).toEqual(['ok', 'running']);
    await live('r2', 6);
    expect(stateOf()).toEqual(['warning', 'restarted']);
  });

  it('that was stopped is stopped, and no crash when it is started again', async () => {
    const { beat, live, stateOf, writer } = watching();
    await live('r1', 10);
    beat('r1', { isEnding: true });
    expect(stateOf()).toEqual(['critical', 'stopped']);
    await live('r2', 10);
    expect(stateOf()).toEqual(['ok', 'running']);
    expect(writer().crashes).toBe(0);
  });

  it('of two under one name lives as long as one does', async () => {
    const { clock, beat, stateOf, writer } = watching();
    for (let at = 0; at < 10; at += 1) {
      beat('r1');
      beat('r2');
      await clock.advance(2_000);
    }
    expect([stateOf(), writer().crashes]).toEqual([['ok', 'running'], 0]);
  });

  it.each<[string, Partial<ProcessBeat>, number, readonly [string, string]]>([
    ['waits for a store', { waitingFor: ['stores'] }, 10, ['warning', 'waitsFor']],
    ['waits for longer than a minute', { waitingFor: ['stores'] }, 70, ['critical', 'waitsFor']],
    ['has a full heap', { heapShare: 0.95 }, 10, ['warning', 'heapHigh']],
    ['has a slow event loop all the time', { loopDelayMs: 900 }, 20, ['warning', 'loopDelayed']],
    ['is of another release', { release: '0.9.0' }, 10, ['warning', 'otherRelease']],
  ])('that %s is not in order', async (_, change, seconds, expected) => {
    const { live, stateOf } = watching();
    await live('r1', seconds, change);
    expect(stateOf()).toEqual(expected);
  });

  it('with a single slow turn of its event loop is in order', async () => {
    const { live, stateOf } = watching();
    await live('r1', 20);
    await live('r1', 2, { loopDelayMs: 3_000 });
    expect(stateOf()).toEqual(['ok', 'running']);
  });

  it.each<[string, Partial<ProcessContext>, readonly [string, string]]>([
    ['after the start of the server is not known yet', { upMs: 1_000 }, ['unknown', 'starting']],
    ['later has not started', {}, ['critical', 'neverStarted']],
    ['without a bus is not known', { isBusConnected: false }, ['unknown', 'noBus']],
  ])('that was never heard %s', (_, context, expected) => {
    expect(watching().stateOf(context)).toEqual(expected);
  });

  it('that this installation may do without is not critical when it was never heard', () => {
    const { watch } = watching();
    const context = { upMs: 60_000, nowMs: 0, isBusConnected: true, ownRelease: '1.0.0' };
    const states = judgeProcesses(watch.list(), context).map(({ name, state }) => `${name} ${state}`);
    expect(states).toContain('sdwan unknown');
    expect(states).toContain('engine critical');
  });

  it('that was stopped for good is shown no longer once others of its kind run without it', async () => {
    const { clock, beat, watch } = watching();
    const names = () => watch.list().map(({ instance }) => instance);
    beat('r1', { instance: 'one' });
    beat('r2', { instance: 'two', isEnding: true });
    expect(names()).toEqual(['one', 'two']);
    for (let at = 0; at < 400; at += 1) {
      beat('r1', { instance: 'one' });
      await clock.advance(2_000);
    }
    expect(names()).toEqual(['one']);
  });

  it('has figures that grow from run to run', async () => {
    const { clock, beat, writer } = watching();
    for (const rows of [100, 150, 250]) {
      beat('r1', { figures: { rows } });
      await clock.advance(2_000);
    }
    expect(counterGrowth(writer(), 'rows')).toEqual({ grown: 150, ms: 4_000 });
  });
});

describe('a server', () => {
  const past = (change: Partial<ProcessRun>): ProcessRun => ({
    run: 'r0',
    process: 'server',
    instance: '',
    release: '1.0.0',
    startedAt: 999e3,
    ...change,
  });
  it.each<[string, Partial<ProcessRun>, number]>([
    ['noted no end and is not heard', {}, 1],
    ['noted its end', { endedAt: 999_500, crashed: false }, 0],
    ['noted that another one had died', { endedAt: 999_500, crashed: true }, 1],
  ])('that %s', async (_, change, crashes) => {
    const { clock, watch } = watching();
    watch.remember([past(change)]);
    await clock.advance(15_000);
    expect(watch.list().find(({ process }) => process === 'server')?.crashes).toBe(crashes);
  });
});
