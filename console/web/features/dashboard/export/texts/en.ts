import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  csv: 'Download CSV',
  xlsx: 'Download Excel',
  json: 'Download JSON',
  time: 'Time',
  'start-1d': 'Day',
  'start-1w': 'Week from',
  'start-1mo': 'Month from',
  document: 'Document',
  from: 'From',
  until: 'Until',
  granularity: 'Granularity',
  kpi: 'KPI',
  id: 'Identifier',
  aggregation: 'Aggregation',
  unit: 'Unit',
  annotations: 'Annotations',
  percent: 'Percentages are numbers from 0 to 100.',
} as const;

export const useExportTexts = defineTexts('export', en, fr);
