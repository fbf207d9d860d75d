import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  running: 'Accepting proposals: {{done}} of {{total}}.',
  finished_one: '{{count}} proposal of {{total}} was accepted ({{by}}, {{at}}).',
  finished_other: '{{count}} proposals of {{total}} were accepted ({{by}}, {{at}}).',
  cancelled_one: 'Cancelled: {{count}} proposal of {{total}} was accepted before ({{by}}, {{at}}).',
  cancelled_other: 'Cancelled: {{count}} proposals of {{total}} were accepted before ({{by}}, {{at}}).',
  held_one:
    '{{count}} proposal stays open: its device is missing or cannot move, or its address belongs to another device.',
  held_other:
    '{{count}} proposals stay open: their devices are missing or cannot move, or their addresses belong to other devices.',
  failed_one: '{{count}} proposal could not be accepted and stays open:',
  failed_other: '{{count}} proposals could not be accepted and stay open:',
  failedProposal: '{{name}}: {{reason}}',
  'stopped-account':
    'The account of {{by}} was locked or deleted. What was accepted stays; the other proposals are open.',
  'stopped-token':
    'The API token with which {{by}} started it was revoked or has expired, or {{by}} may no longer use the API. What was accepted stays; the other proposals are open.',
  'stopped-permission':
    '{{by}} no longer has the permission to accept proposals. What was accepted stays; the other proposals are open.',
  'stopped-reach':
    '{{by}} no longer sees the customer or the site. What was accepted stays; the other proposals are open.',
  unlisted: 'Proposal {{id}}',
  cancelAcceptance: 'Cancel the acceptance',
  manyVanished: 'Many elements have vanished',
  include: 'Accept the vanished too',
  exclude: 'Accept all but the vanished',
} as const;

export const useAcceptanceTexts = defineTexts('acceptance', en, fr);
