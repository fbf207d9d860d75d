import type { LicenseWarning } from '#schemas/settings/license/warning.ts';

export const serviceNames = {
  device: { en: 'devices', fr: 'équipements' },
  exporter: { en: 'flow exporters', fr: 'exporteurs de flux' },
  edge: { en: 'SD-WAN edges', fr: 'équipements SD-WAN' },
  probe: { en: 'probes', fr: 'sondes' },
  application: { en: 'custom applications', fr: 'applications personnalisées' },
} as const;

/** Mails with the units of a period. `{{…}}` is filled in by `billing-mails.ts`. */
export const unitMailTexts = {
  en: {
    subject: 'Telltale {{host}}: units from {{from}} to {{to}}',
    lead: 'Units monitored from {{from}} to {{to}} (days of UTC). Most on one day:',
    line: '  {{service}}: {{units}} on {{day}}',
    none: '  none',
    attached: 'The attached file has the units of every customer and day.',
    tooLarge:
      'The file of every customer and day is too large for a mail: download it from the page Billing.',
    file: 'units',
  },
  fr: {
    subject: 'Telltale {{host}}\u00A0: unités du {{from}} au {{to}}',
    lead: 'Unités supervisées du {{from}} au {{to}} (jours UTC). Maximum sur une journée\u00A0:',
    line: '  {{service}}\u00A0: {{units}} le {{day}}',
    none: '  aucune',
    attached: 'Le fichier joint contient les unités de chaque client et de chaque jour.',
    tooLarge:
      'Le fichier de chaque client et de chaque jour est trop volumineux pour un e-mail\u00A0: téléchargez-le depuis la page Facturation.',
    file: 'unites',
  },
} as const;

/** Mails about the license, by what it warns of. */
export const warningMailTexts: Readonly<
  Record<'en' | 'fr', Readonly<Record<LicenseWarning['is'] | 'closing', string>>>
> = {
  en: {
    expired: 'The license of {{organization}} expired: its last day was {{expires}}.',
    expires: 'The license of {{organization}} expires in {{days}} days: its last day is {{expires}}.',
    usage: 'The license of {{organization}} covers {{contracted}} {{service}}; {{units}} were monitored.',
    closing: 'Monitoring on {{host}} continues without restrictions.',
  },
  fr: {
    expired: 'La licence de {{organization}} a expiré\u00A0: son dernier jour était le {{expires}}.',
    expires:
      'La licence de {{organization}} expire dans {{days}} jours\u00A0: son dernier jour est le {{expires}}.',
    usage:
      'La licence de {{organization}} couvre {{contracted}} {{service}}\u00A0; {{units}} ont été supervisés.',
    closing: 'La supervision sur {{host}} se poursuit sans restriction.',
  },
};

export const warningSubjects = {
  en: 'Telltale {{host}}: license',
  fr: 'Telltale {{host}}\u00A0: licence',
} as const;
