import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  titleOne: 'Assign “{{alarm}}”',
  titleMany_one: 'Assign {{count}} alarm',
  titleMany_other: 'Assign {{count}} alarms',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  assignee: 'Assign to',
  hint: 'A user, or all users of a role. Assignees must be able to see the alarm.',
  moreFound: 'More users match: type more of the name.',
  noneFound: 'No user or role matches',
  me: 'Me ({{name}})',
  role: 'Role',
  users: 'Users',
  roles: 'Roles',
  assign: 'Assign',
  remove: 'Remove assignment',
  assigned_one: 'Assigned {{count}} alarm to {{to}}.',
  assigned_other: 'Assigned {{count}} alarms to {{to}}.',
  removed_one: 'Removed the assignment of {{count}} alarm.',
  removed_other: 'Removed the assignments of {{count}} alarms.',
  ended_one: '{{count}} alarm is no longer running, or {{to}} does not see it.',
  ended_other: '{{count}} alarms are no longer running, or {{to}} does not see them.',
  endedAny_one: '{{count}} alarm is no longer running.',
  endedAny_other: '{{count}} alarms are no longer running.',
  first_one: '{{count}} alarm was assigned to {{by}} first.',
  first_other: '{{count}} alarms were assigned to {{by}} first.',
  unsent_one: '{{count}} alarm could not be updated. Try again.',
  unsent_other: '{{count}} alarms could not be updated. Try again.',
} as const;

export const useAssignmentTexts = defineTexts('assignment', en, fr);
