export const en = {
  title: 'Announcement',
  save: 'Save',
  announcementSaved: 'The announcement is saved',
  announcementEnabled: 'Show on the sign-in page',
  announcementHint: 'Visible without signing in. Do not include confidential information.',
  message: 'Message',
  format: 'Format',
  'format-banner': 'Banner',
  'format-popup': 'Popup',
  preview: 'Preview',
  noPreview: 'Nothing is shown.',
} as const;
