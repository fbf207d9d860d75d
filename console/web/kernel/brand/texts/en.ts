import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'Logo and colours',
  titleOf: 'Logo and colours of {{name}}',
  leadProvider: 'Reports of all customers, and the mails that send them, show this logo.',
  leadCustomer:
    'Reports of this customer, and the mails that send them, show this logo. No other customer sees it.',
  logo: 'Logo',
  logoFile: 'File of the logo',
  logoHint:
    'PNG, JPEG or SVG up to 10 MB. Scripts and links of an SVG are removed. Mails show PNG and JPEG up to {{size}} kB.',
  upload: 'Upload a logo',
  replace: 'Replace the logo',
  removeLogo: 'Remove the logo',
  tooLarge: '{{name}} has more than 10 MB.',
  primary: 'Brand colour',
  primaryDefault: 'None: blue, or the colour of the provider.',
  primaryNone: 'No brand colour',
  secondary: 'Second brand colour',
  secondaryDefault: 'None: a dark shade of the brand colour.',
  secondaryNone: 'No second colour',
  preview: 'Preview',
  noLogo: 'No logo',
  onPrimary: 'Text on the brand colour',
  onSecondary: 'Text on the second colour',
  save: 'Save',
  saved: 'Logo and colours are saved.',
} as const;

export const useBrandTexts = defineTexts('brand', en, fr);
