import type { Language } from '#web/lib/text.ts';

/** Languages of a story that is alike in both: in the gate the given one, at night both (`TEST_ROUNDS=full`). */
export const languagesOf = (inGate: Language): readonly Language[] =>
  process.env['TEST_ROUNDS'] === 'full' ? ['en', 'fr'] : [inGate];
