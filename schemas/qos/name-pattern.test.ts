import { describe, expect, it } from 'vitest';
import { matchesName } from './name-pattern.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

describe('a name of a class map or queue', () => {
  it.each([
    ['VOICE', 'voice'],
    ['VOICE*', 'VOICE-EF'],
    ['*voice', 'CM-Voice'],
    ['*', ''],
    ['*', 'anything'],
    ['CM-*-OUT', 'CM-VOICE-OUT'],
    ['a*b*a', 'abba'],
    ['**', 'x'],
    ['.*', '.x'],
  ])('%s stands for %j', (pattern, name) => {
    expect(matchesName(pattern, name)).toBe(true);
  });

  it.each([
    ['VOICE', 'VOICE-EF'],
    ['VOICE*', 'CM-VOICE'],
    ['a*a', 'a'],
    ['a*b*a', 'aa'],
    ['CM-*-*-OUT', 'CM-VOICE-OUT'],
    ['.*', 'x'],
    ['V?ICE', 'VOICE'],
  ])('%s does not stand for %j', (pattern, name) => {
    expect(matchesName(pattern, name)).toBe(false);
  });

  it('is matched in time in proportion to its length, whatever it is', () => {
    const started = performance.now();
    expect(matchesName(`${'*a'.repeat(5_000)}*b`, 'a'.repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(timeLimit(1_000));
  });
});
