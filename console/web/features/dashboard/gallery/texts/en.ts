import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Dashlets',
  titled: '{{type}}: {{state}}',
  components: 'Components',
  waiting: 'Not yet available',
  running: 'Running',
  ready: 'Ready',
  expired: 'Expired',
  empty: 'Empty',
  tooMuch: 'Too much data',
  tooLarge: 'Context too large',
  kpiDeleted: 'KPI deleted',
  truncated: 'Truncated',
  longNames: 'Long names',
  gaps: 'Without values',
  error: 'Error',
  noContext: 'No context',
  noManager: 'No manager',
  noDefinition: 'No definition',
  noElement: 'No element',
  undecided: 'Not decided',
  forbidden: 'Without the right',
  notAllowed: 'Not on the whitelist',
  tree: 'Tree',
  sized: 'With sizes',
  narrow: 'Narrow',
  thousand: '1,000 rows',
  wide: '30 columns',
  upright: 'Upright bars',
} as const;

export const useDashletGalleryTexts = defineTexts('dashlet-gallery', en, fr);
