import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Saved filters',
  hint: 'A filter keeps severities, search, sites, alarms, handling, assignee, group and order.',
  name: 'Name',
  share: 'Share with all users of the customer',
  save: 'Save the current filter',
  nothing: 'Filter, group or sort the alarms first.',
  unnamed: 'Enter a name.',
  list: 'Saved filters',
  none: 'No saved filter yet.',
  shared: 'shared',
  sharedBy: 'shared by {{author}}',
  shareAcross: 'Share with all users who see every customer',
  hintAcross: 'A filter keeps search, order, pinned customers, profiles and alarms.',
  default: 'Default',
  startWith: 'Apply on opening',
  startWithout: 'Do not apply on opening',
  startsWith: '{{name}} is applied when you open the page without a filter.',
  noStart: 'No filter is applied when you open the page.',
  rename: 'Rename',
  renameOf: 'Rename {{name}}',
  renamed: 'Renamed the filter {{was}} to {{name}}.',
  newName: 'New name',
  cancel: 'Cancel',
  remove: 'Delete',
  saved: 'Saved the filter {{name}}.',
  replaced: 'Replaced the filter {{name}}.',
  removed: 'Deleted the filter {{name}}.',
} as const;

export const useSavedFilterTexts = defineTexts('saved-filter', en, fr);
