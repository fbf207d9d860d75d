import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  homeBy_user: 'Yours',
  homeBy_role: 'Yours by role',
  homeBy_profile: 'Yours by profile',
  homeBy_customer: 'Of all users',
  title: 'Assigned home pages',
  open: 'Assign…',
  library: 'Home templates',
  hint: 'Users land on their own home page, otherwise on that of their role, of the customer’s profile, or of the customer. Assigning does not share a page: users who cannot read it get the next one.',
  find: 'Find by name',
  kind: 'For',
  allKinds: 'Roles, profiles and customers',
  kind_role: 'Role',
  kind_profile: 'Profile',
  kind_customer: 'Customer',
  name: 'Name',
  home: 'Home page',
  noHome: 'None',
  notShared: 'Shared with no customer',
  nothing: 'No role, profile or customer to assign a home page to',
  actions: 'Actions',
  assignOf: 'Assign a home page to {{name}}',
  remove: 'Remove assignment',
  hasNone: 'No home page is assigned.',
  ofTemplates: 'A page of the Admin space that is shared with the users’ customers.',
  ofCustomer: 'A page of the customer, or one shared with it.',
  noHomes: 'No home page to choose from',
  save: 'Assign',
  chooseFirst: 'Choose a home page first.',
  saved: '{{name}}: the home page is {{home}}.',
  removed: '{{name}} no longer has an assigned home page.',
} as const;

export const useHomeAssignmentTexts = defineTexts('home-assignment', en, fr);
