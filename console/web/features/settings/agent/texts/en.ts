import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Agents',
  find: 'Find an agent',
  add: 'Add an agent',
  newAgent: 'New agent',
  editOf: 'Edit {{name}}',
  create: 'Create',
  save: 'Save',
  saved: '{{name}} is saved.',
  removed: '{{name}} is deleted.',
  remove: 'Delete',
  removeTitle: 'Delete {{name}}?',
  removeConsequence:
    'Flows from {{source}} are no longer stored: their exporters count as unknown. Flows received so far stay.',
  none: 'No agent yet',
  noneHint:
    'An agent exports flows without being in the inventory. Its source address attributes them to a customer.',
  agentId: 'Agent ID',
  customer: 'Target organization',
  chooseCustomer: 'Choose a customer',
  noCustomer: 'No customer matches',
  networkMarker: 'Network marker',
  networkMarkerHint: 'Flows belong to the site of this name, or to the customer without a site.',
  index: 'Index',
  indexHint: '{{length}} characters, chosen at random.',
  source: 'Source IP',
  sourceHint:
    'An address or a network: 192.0.2.7, 192.0.2.0/24. The longest prefix counts, and devices of the inventory come first.',
  expires: 'Expiration date',
  expiresHint: 'DD/MM/YYYY, at midnight UTC.',
  site: 'Site',
  noSite: 'none of this name',
  lastSeen: 'Last seen',
  never: 'None in {{days}} days',
  records: 'Records in {{days}} days',
  expired: 'expired',
} as const;

export const useAgentTexts = defineTexts('agent', en, fr);
