import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'First steps',
  lead: 'From an empty installation to one that monitors',
  progress: '{{done}} of {{count}} done',
  settled: 'Nothing is left to do. This page stays in the menu, below Support.',
  checklist: 'Steps',
  skipAll: 'Skip what is left',
  skipTitle: 'Skip the open steps?',
  skipConsequence: 'They are marked as not needed, and this is no longer the first page after sign-in.',
  skipAction: 'Skip',
  'state-open': 'To do',
  'state-done': 'Done',
  'state-not-needed': 'Not needed',
  markNotNeeded: 'Not needed',
  markNotNeededOf: '{{step}}: not needed',
  unmark: 'Undo',
  unmarkOf: '{{step}}: undo',
  markDone: 'Done',
  markDoneOf: '{{step}}: done',

  'step-network': 'Describe the network',
  'step-polling': 'Devices respond to polling',
  'step-flows': 'Flows arrive',
  'step-alarms': 'Alarms are defined',
  'step-notifications': 'Notifications have a target',
  'step-users': 'Users can sign in',
  'step-backup': 'Backups are taken',

  networkFound: '{{customers}}, {{sites}}, {{devices}}',
  customers_one: '{{count}} customer',
  customers_other: '{{count}} customers',
  sites_one: '{{count}} site',
  sites_other: '{{count}} sites',
  devices_one: '{{count}} device',
  devices_other: '{{count}} devices',
  networkHint:
    'Add a device by form, import a file, let a discovery look for devices, or start with a network file:',
  addDevice: 'Add a device',
  importFile: 'Import a file',
  discover: 'Discover devices',
  listNetwork: 'Inventory',

  pollingNone: 'No device has SNMP access yet.',
  pollingUnknown: 'No poller process responds.',
  pollingFound: '{{responding}} of {{polled}} devices respond.',
  pollingWaiting_one: '{{count}} device waits for its first poll.',
  pollingWaiting_other: '{{count}} devices wait for their first poll.',
  pollingFailure: '{{name}}: {{reason}}',
  polledDevices: 'Polled devices',

  flowsNone:
    'No exporter of the inventory sent flows in the last five minutes. Send NetFlow or IPFIX to UDP port 2055, sFlow to 6343.',
  flowsUnknown: 'The flow statistics cannot be read.',
  flowsFound_one: '{{count}} exporter sent flows in the last five minutes.',
  flowsFound_other: '{{count}} exporters sent flows in the last five minutes.',
  unknownExporters_one:
    '{{count}} address that belongs to no device sends flows; they are counted, not stored:',
  unknownExporters_other:
    '{{count}} addresses that belong to no device send flows; they are counted, not stored:',
  adopt: 'Adopt {{address}}',
  exporters: 'Exporters',

  alarmsNone: 'No alarm definition is enabled: nothing is reported, whatever happens.',
  alarmsFound_one: '{{count}} enabled alarm definition',
  alarmsFound_other: '{{count}} enabled alarm definitions',
  cockpits: 'Cockpits',

  targetsNone: 'Alarms are on the screen only. Add a webhook, a mail or a trap receiver.',
  targetsFound_one: '{{count}} enabled target',
  targetsFound_other: '{{count}} enabled targets',
  targets: 'Notification targets',

  usersNone: 'The first administrator is the only user.',
  usersFound_one: '{{count}} user',
  usersFound_other: '{{count}} users',
  providersFound_one: '{{count}} sign-in provider',
  providersFound_other: '{{count}} sign-in providers',
  users: 'Users',
  saml: 'SAML',
  oidc: 'OpenID Connect',

  backupHint: 'Back up on a schedule, while the product runs. Store the key of the secrets elsewhere.',
  backupLast: 'Last backup {{time}}, {{size}}',
  backupStale: 'Older than {{days}} days: take another one, then back up on a schedule.',
  backupMarked: 'An administrator marked this as done.',
  command: 'Command',
} as const;

export const useFirstStepTexts = defineTexts('first-step', en, fr);
