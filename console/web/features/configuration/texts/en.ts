import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Configuration',
  lead: 'What every running process has in force',
  find: 'Find a process, name or value',
  download: 'Download',
  process: 'Process',
  name: 'Name',
  value: 'Value',
  type: 'Type',
  'type-text': 'text',
  'type-number': 'number',
  'type-flag': 'true or false',
  'type-list': 'list',
  'type-none': 'none',
  defaultValue: 'Default',
  from: 'From',
  set: 'set',
  unset: 'default',
  secret: 'secret',
  none: 'No value matches',
} as const;

export const useConfigurationTexts = defineTexts('configuration', en, fr);
