import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  add: 'Add annotation',
  addTitle: 'Add annotation',
  editTitle: 'Edit annotation',
  text: 'Text',
  textHint: 'Shown on charts to everyone who sees the customer, or the site that it is about.',
  about: 'About',
  customer: 'All of the customer',
  from: 'Time',
  to: 'End',
  toHint: 'Empty: a moment.',
  create: 'Add',
  save: 'Save',
  created: 'Annotation added',
  saved: 'Annotation saved',
  deleted: 'Annotation deleted',
  edit: 'Edit',
  delete: 'Delete',
  editOf: 'Edit annotation of {{author}}',
  deleteOf: 'Delete annotation of {{author}}',
  deleteTitle: 'Delete annotation?',
  ofElement: '{{element}}: {{text}}',
  more_one: 'and {{count}} older annotation',
  more_other: 'and {{count}} older annotations',
} as const;

export const useAnnotationTexts = defineTexts('annotation', en, fr);
