import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  quietTitle: 'No alarm is running',
  quietHint: 'New alarms appear here automatically.',
  unmonitored: 'Not monitored',
  partly_one: '{{count}} site is not monitored: grey on the map.',
  partly_other: '{{count}} sites are not monitored: grey on the map.',
  nothingTitle: 'Nothing is monitored yet',
  noDefinitionTitle: 'No alarm definition is active',
  noDefinitionHint: 'Values are collected, but no alarm can be raised.',
  definitions: 'Alarm definitions',
  inventory: 'Inventory',
  'reason-address refused': 'its address must not be polled',
  'reason-no source': 'no SNMP access, and no exporter address',
  'reason-no data': 'no poll and no flow within the last hour',
  'reason-no definition': 'no alarm definition is active',
  'reason-deactivated': 'its collection is deactivated',
  'reason-no device': 'no device',
} as const;

export const useMonitoringTexts = defineTexts('monitoring', en, fr);
