import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  summary: '{{kpi}}: minimum {{min}}, maximum {{max}}, last {{last}} ({{time}})',
  range: 'minimum {{min}}, maximum {{max}}, last {{last}} ({{time}})',
} as const;

export const useSmallGraphTexts = defineTexts('small-graph', en, fr);
