import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Announcement',
  save: 'Save',
  announcementSaved: 'The announcement is saved',
  announcementEnabled: 'Show on the sign-in page',
  announcementHint: 'Visible without signing in. Do not include confidential information.',
  message: 'Message',
  messageHint: 'Links to pages of this console: [label](/alert?customer=3).',
  messageFr: 'Message in French',
  messageFrHint: 'Shown to users whose console is French. Empty: they see the message above.',
  format: 'Format',
  'format-banner': 'Banner',
  'format-popup': 'Popup',
  showPopup: 'Show the popup',
  preview: 'Preview',
  noPreview: 'Nothing is shown.',
} as const;

export const useAnnouncementSettingsTexts = defineTexts('announcement-settings', en, fr);
