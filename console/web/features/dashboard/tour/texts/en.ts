import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  tour: 'Tour: your first dashboard',
  step: 'Step {{number}} of {{count}}',
  invite: 'No dashboard of your own yet. The tour builds one with you in two minutes.',
  start: 'Start the tour',
  skip: 'End the tour',
  next: 'Next',
  finish: 'Finish',
  new: 'Create a dashboard: choose New.',
  create: 'Give it a name, such as “WAN lines of today”, and choose Create. It starts empty.',
  add: 'Add a dashlet: a timeline is a good first one.',
  settings:
    'Under KPIs, choose a KPI. Under Rows, choose what a line stands for. The page shows each change immediately, with real values.',
  save: 'Save. Other users of the customer can see it now. Earlier versions are kept.',
  stop: 'Choose Done to see it as other users do.',
  read: 'Your dashboard is ready. Period and filters are above it and part of the address: a copied link shows the same.',
} as const;

export const useTourTexts = defineTexts('tour', en, fr);
