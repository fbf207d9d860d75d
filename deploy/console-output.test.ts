import { describe, expect, it } from 'vitest';
import { argumentError, startArguments } from './arguments.ts';
import { shownLine } from './console-output.ts';

describe('the console of npm start', () => {
  it('shows warnings and worse, with their cause', () => {
    const line = JSON.stringify({ level: 50, msg: 'could not write', err: { message: 'disk full' } });
    expect(shownLine('writer', line)).toBe('writer: error: could not write: disk full');
  });

  it('shows the fields of an event', () => {
    const line = {
      level: 40,
      time: 1,
      name: 'engine',
      partition: 3,
      reason: 'lease lost',
      msg: 'partition dropped',
    };
    expect(shownLine('engine', JSON.stringify(line))).toBe(
      'engine: warning: partition dropped (partition 3, reason lease lost)',
    );
  });

  it('says that the console is not built, and what to do', () => {
    const line = { level: 40, time: 1, name: 'server', folder: '/srv/dist/web', msg: 'console not built' };
    expect(shownLine('server', JSON.stringify(line))).toMatch(/not built in \/srv\/dist\/web.*npm start/);
  });

  it('reports the end of a process and its restart', () => {
    const ended = { level: 50, time: 1, child: 'server', livedMs: 900, msg: 'child process ended' };
    const killed = { ...ended, code: null, signal: 'SIGKILL', restartMs: 1_000 };
    expect(shownLine('start', JSON.stringify(killed))).toBe('server: stopped (SIGKILL), restarting in 1 s');
    const failed = { ...ended, code: 1, signal: null, restartMs: 0 };
    expect(shownLine('start', JSON.stringify(failed))).toBe('server: stopped (exit code 1), restarting');
  });

  it('reports a process that hangs, and one that cannot work', () => {
    const line = (msg: string, fields: object): string => JSON.stringify({ level: 40, msg, ...fields });
    const child = 'engine';
    expect(shownLine('start', line('child process unresponsive', { child, failures: 3 }))).toBe(
      'engine: does not respond, killed',
    );
    const waiting = { child, seconds: 17, waitingFor: ['connections', 'engine'] };
    expect(shownLine('start', line('process not ready', waiting))).toBe(
      'engine: not ready for 17 s (waiting for connections, engine)',
    );
    expect(shownLine('start', line('process ready again', { child, seconds: 40 }))).toBe(
      'engine: ready again after 40 s',
    );
    const failed = { child, err: { message: 'engine ended with SIGKILL' } };
    expect(shownLine('start', line('child process restart failed', failed))).toBe(
      'engine: not ready after its restart (engine ended with SIGKILL), restarting',
    );
  });

  it('reports the free space of the disk, and what follows', () => {
    const facts = { path: '/data', freeBytes: 44_600_000, reserveBytes: 50_000_000 };
    const shown = (msg: string) => shownLine('start', JSON.stringify({ level: 50, msg, ...facts }));
    expect(['disk space low', 'disk full', 'disk space available'].map(shown)).toEqual([
      '/data: 45 MB free; intake stops at 50 MB',
      '/data: 45 MB free; intake stopped until there is space',
      '/data: 45 MB free; intake runs',
    ]);
  });

  it('relays the output of nats-server', () => {
    const line = '2026/11/22 16:00:00.000001 [WRN] Readloop processing time: 3.03s';
    const written = JSON.stringify({ level: 40, name: 'embedded', line, msg: 'nats-server output' });
    expect(shownLine('stores', written)).toBe('nats-server: Readloop processing time: 3.03s');
  });

  it('keeps ordinary lines for the log files', () => {
    expect(shownLine('writer', '{"level":30,"msg":"started"}')).toBeUndefined();
    expect(shownLine('writer', '')).toBeUndefined();
  });

  it('shows what is no log line at all', () => {
    expect(shownLine('engine', 'PARTITIONS: expected a number')).toBe(
      'engine: PARTITIONS: expected a number',
    );
    expect(shownLine('engine', '{ broken')).toBe('engine: { broken');
  });
});

describe('the arguments of npm start', () => {
  it('request the demonstration network by default', () => {
    expect(startArguments([])).toMatchObject({ network: undefined, dev: false, demo: { sites: 200 } });
    expect(startArguments(['--no-demo', '--network', 'a.yaml'])).toEqual({
      network: 'a.yaml',
      dev: false,
      demo: undefined,
    });
    expect(startArguments(['--sites', '40']).demo?.sites).toBe(40);
  });

  it('that are invalid cause one line of error text', () => {
    for (const given of [['--nonsense'], ['--sites', 'many'], ['stray'], ['--network']])
      try {
        startArguments(given);
        expect.unreachable();
      } catch (error) {
        expect(argumentError(error as Error)).toMatch(/^[^\n]+known: --network FILE[^\n]+$/);
      }
  });
});
