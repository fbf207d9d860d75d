import { describe, expect, it } from 'vitest';
import { argumentError, startArguments } from './arguments.ts';
import { shownLine } from './console-output.ts';

describe('the console of npm start', () => {
  it('shows warnings and worse, with their cause', () => {
    const line = JSON.stringify({ level: 50, msg: 'could not write', err: { message: 'disk full' } });
    expect(shownLine('writer', line)).toBe('writer: error: could not write: disk full');
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
