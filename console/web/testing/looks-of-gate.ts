import { server } from 'vitest/browser';

/**
 * Looks of a page of which the gate draws the first: texts of both languages are checked by their types, the contrast of both themes
 * by a unit test over the tokens. At night all are drawn (`npm run nightly -- development`).
 */
export const looksOfGate = <Look>(looks: readonly Look[]): readonly Look[] =>
  server.config.env['NIGHTLY'] === 'true' ? looks : looks.slice(0, 1);
