import { expect, it } from 'vitest';
import { randomIndex } from './agent-draft.ts';

it('the index of an agent has 3 random characters', () => {
  expect(randomIndex(Uint8Array.of(0, 24, 255))).toBe('2SV');
});
