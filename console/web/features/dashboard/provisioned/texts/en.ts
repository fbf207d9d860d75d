import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  fromFile: 'From a file',
  drifted: 'Changed since its file',
  driftedHint:
    'A user has changed this document since it was loaded from its file. The next change of the file replaces it. The current state is kept as a version.',
  fromFileHint:
    'This document is loaded from a file of the deployment. The next change of the file replaces it.',
} as const;

export const useProvisionedTexts = defineTexts('provisioned', en, fr);
