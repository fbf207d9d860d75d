export const en = {
  running: 'Accepting proposals: {{done}} of {{total}}.',
  finished_one: '{{count}} proposal of {{total}} was accepted ({{by}}, {{at}}).',
  finished_other: '{{count}} proposals of {{total}} were accepted ({{by}}, {{at}}).',
  cancelled_one: 'Cancelled after {{count}} accepted proposal of {{total}} ({{by}}, {{at}}).',
  cancelled_other: 'Cancelled after {{count}} accepted proposals of {{total}} ({{by}}, {{at}}).',
  held_one:
    '{{count}} stays open: its device is missing or cannot move, or its address belongs to another device.',
  held_other:
    '{{count}} stay open: their devices are missing or cannot move, or their addresses belong to other devices.',
  failed_one: '{{count}} could not be accepted and stays open:',
  failed_other: '{{count}} could not be accepted and stay open:',
  failedProposal: '{{name}}: {{reason}}',
  'stopped-account':
    'The account of {{by}} was locked or deleted. What was accepted stays; the other proposals are open.',
  'stopped-permission':
    '{{by}} no longer has the permission to accept proposals. What was accepted stays; the other proposals are open.',
  'stopped-reach':
    '{{by}} no longer sees the customer or the site. What was accepted stays; the other proposals are open.',
  cancel: 'Cancel',
  manyVanished: 'Many elements have vanished',
  include: 'Accept them too',
  exclude: 'Accept the rest',
} as const;
