import { problemText } from '#schemas/problem/problem.ts';
import { labelled } from '#web/lib/labelled.ts';
import type { Language } from '#web/lib/text.ts';

/** That a manager could not be reached, and why. */
export const unavailableText = (reason: string, language: Language): string =>
  labelled(problemText('SDWAN_SERVER_UNAVAILABLE', language), reason, language);
