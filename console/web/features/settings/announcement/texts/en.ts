export const en = {
  title: 'Announcement',
  save: 'Save',
  announcementSaved: 'The announcement is saved',
  announcementEnabled: 'Shown to everybody who signs in',
  announcementHint:
    'Above the sign-in form, before anybody has signed in: say nothing that is not for everybody.',
  message: 'Message',
  format: 'Format',
  'format-banner': 'Banner',
  'format-popup': 'Popup',
  preview: 'As it is shown',
  noPreview: 'Nothing is shown.',
} as const;
