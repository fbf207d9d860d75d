import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  failing_one: '{{names}} has not received notifications for over 15 minutes.',
  failing_other: '{{count}} targets have not received notifications for over 15 minutes: {{names}}.',
  'result-waiting': 'Waiting',
  'result-retrying': 'Retrying',
  'result-delivered': 'Delivered',
  'result-dead': 'Not delivered',
  'result-dropped': 'Dropped',
  show: 'Show notification targets',
} as const;

export const useNotificationTexts = defineTexts('notification', en, fr);
