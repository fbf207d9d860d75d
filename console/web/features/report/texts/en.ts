import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  report: 'Report',
  unavailable: 'Report unavailable',
  unavailableHint: 'It was deleted, or it is not shared with you.',
  toLibrary: 'Open the library',
  imageMissing: 'This image no longer exists.',
  everything: 'All',
  selectedCount_one: '{{count}} selected',
  selectedCount_other: '{{count}} selected',
  saved: '{{name}} is saved.',
};

export const useReportTexts = defineTexts('report', en, fr);
