import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'API reference',
  hint: 'Generated from the server’s own contracts. Programs send their token as “Authorization: Bearer”.',
  document: 'OpenAPI document',
  toolbar: 'Find calls',
  find: 'Path, permission or summary',
  calls_one: '{{count}} call',
  calls_other: '{{count}} calls',
  nothing: 'No calls match “{{text}}”',
  needs: 'Requires',
  parameters: 'Parameters',
  name: 'Name',
  place: 'In',
  type: 'Type',
  required: 'required',
  body: 'Body',
  response: 'Response',
  problems: 'Problems',
  example: 'Command line',
  try: 'Try it',
  tryHint: 'Uses your session.',
  send: 'Send',
  responded: 'Response {{status}}',
} as const;

export const useReferenceTexts = defineTexts('reference', en, fr);
