import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  state: 'State',
  state_raised: 'Raised',
  state_cleared: 'Cleared',
  state_event: 'Event',
  severity: 'Severity',
  severity_critical: 'Critical',
  severity_major: 'Major',
  severity_minor: 'Minor',
  severity_info: 'Information',
  alarm: 'Alarm',
  device: 'Device',
  raisedAt: 'Raised',
  clearedAt: 'Cleared',
  atManager: 'At the SD-WAN manager',
} as const;

export const useSdwanAlarmTexts = defineTexts('sdwan-alarm', en, fr);
