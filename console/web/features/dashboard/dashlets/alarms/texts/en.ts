import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  listOf: 'Running alarms of {{title}}',
  severity: 'Severity',
  alarm: 'Alarm',
  place: 'Where',
  since: 'Since',
  value: 'Value',
  none: 'No alarm is running',
  noneUnhandled: 'No unhandled alarm is running',
  noneOfSeverity: 'No alarm of these severities is running',
  decidedUntil: 'Decided up to {{time}}.',
  noDefinition: 'No alarm definition is active',
  noDefinitionHint: 'Nothing raises an alarm here until a cockpit has one.',
  noElement: 'No alarm definition applies to this selection',
  noElementHint: 'The selection has no active element of a kind that an alarm definition is about.',
  undecided: 'Alarms are not being decided',
  undecidedSince: 'The last decided window ended at {{time}}.',
  undecidedYet: 'No window of this customer has been decided yet.',
  outdated: 'As of {{time}}: no later window has been decided.',
  notOffered: 'Alerting is not enabled in this installation',
  severities: 'Severities',
  severitiesHint: 'None selected: all of them.',
  onlyUnhandled: 'Only unhandled alarms',
} as const;

export const useAlarmListTexts = defineTexts('alarm-list', en, fr);
