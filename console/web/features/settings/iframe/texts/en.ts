import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Iframe whitelist',
  save: 'Save',
  saved: 'The iframe whitelist is saved',
  patterns: 'Addresses that iframe dashlets may show',
  patternsHint:
    'One regular expression per line. It matches the whole address: https://grafana\\.example\\.net/.* allows every page of that host.',
  reload: 'Open consoles embed pages of new hosts after a reload.',
  lineFault: 'Line {{line}}: {{fault}}',
  linesFault: 'Lines {{line}}: {{fault}}',
} as const;

export const useIframeTexts = defineTexts('iframe', en, fr);
