import { it } from 'vitest';

/**
 * A test of `npm run nightly` only: a heavy proof of which a lighter one stays in the gate, beside it or in the tests of the API. The
 * gate neither runs nor counts it.
 */
export const atNight: (title: string, test: () => Promise<void>, timeoutMs?: number) => void =
  process.env['NIGHTLY'] === 'true' ? it : () => undefined;
