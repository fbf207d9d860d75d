import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Wall',
  allCustomers: 'All customers',
  'view-customers': 'Customers',
  'view-alarms': 'Alarms',
  'view-sites': 'Sites',
  worst: 'Most affected: {{name}}',
  linkLost: 'Connection lost. This is the last known state.',
  tokenOver: 'This display token has expired or was revoked.',
  tokenHint: 'Create a new display token in “My account”, and open its address on this screen.',
  unavailable: 'Nothing can be shown at the moment. The wall retries automatically.',
  quietSites_one: '{{quiet}} of {{sites}} site without alarms',
  quietSites_other: '{{quiet}} of {{sites}} sites without alarms',
  lastRaised: 'Raised last',
  map: 'Sites on the map',
  noAlarms: 'No running alarms',
  noCustomers: 'No customers to show',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  unhandled: 'unhandled',
  acknowledged: 'acknowledged',
  silenced: 'silenced',
  mayTurnOff: 'The screen may turn off: this browser does not keep it awake.',
  until: 'Display “{{name}}”, until {{date}}',
  leave: 'Leave the wall',
} as const;

export const useWallTexts = defineTexts('wall', en, fr);
