import { describe, it } from 'vitest';

/** Declares a test as `it` does. */
interface NightTest {
  (title: string, test: () => Promise<void> | void, timeoutMs?: number): void;
  readonly each: typeof it.each;
}

type NightGroup = (title: string, tests: () => void) => void;

const isNight = process.env['NIGHTLY'] === 'true';

const noTest: NightTest = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * A test of `npm run nightly` only: a heavy proof of which a lighter one stays in the gate, next to it or in the tests of the API, or one
 * more case of what another test of the gate shows. The gate neither runs nor counts it.
 */
export const atNight: NightTest = isNight ? it : noTest;

/** A group of tests of `npm run nightly` only. */
export const describeAtNight: NightGroup = isNight ? describe : () => undefined;

/** Cases of a table that only the night has. */
export const ofNight = <Case>(cases: readonly Case[]): readonly Case[] => (isNight ? cases : []);

/** Of cases that are alike, every fourth in the gate and all at night. */
export const casesOfGate = <Case>(cases: readonly Case[]): readonly Case[] =>
  isNight ? cases : cases.filter((_, index) => index % 4 === 0);
