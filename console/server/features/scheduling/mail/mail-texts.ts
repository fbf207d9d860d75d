import type { Severity } from '#schemas/alerting/severity.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';

const en = {
  period: '{{from}} – {{to}} ({{zone}})',
  attached: 'Attached',
  links: 'Too large for a mail; the links work until {{until}}:',
  alarms: 'Alarms',
  more: 'and {{count}} more',
  raise: 'raised',
  clear: 'cleared',
  reason:
    'You receive this mail because of the schedule “{{schedule}}” of {{customer}} in Telltale {{host}}.',
  sentBy: '{{sender}} has sent you this report of {{customer}} with Telltale {{host}}.',
  open: 'Open the schedule',
  openReport: 'Open the report',
  unsubscribe: 'Unsubscribe',
  preview: 'First page of {{report}}',
  alarmsCount: '{{count}} alarms',
  sitesCount: '{{count}} sites',
  noticeSubject: 'Telltale {{host}}: the schedule “{{schedule}}” was not sent',
  mailNoticeSubject: 'Telltale {{host}}: the report “{{report}}” was not sent',
  mailNoticeLead: 'The report “{{report}}” of {{customer}} was not sent to {{recipients}}.',
  noticeLead: 'The schedule “{{schedule}}” of {{customer}}, due {{due}}, was not sent.',
};
type MailTexts = typeof en;

const fr: MailTexts = {
  period: '{{from}} – {{to}} ({{zone}})',
  attached: 'En pièce jointe',
  links: 'Trop volumineux pour un e-mail\u00A0; les liens fonctionnent jusqu’au {{until}}\u00A0:',
  alarms: 'Alarmes',
  more: 'et {{count}} de plus',
  raise: 'levée',
  clear: 'terminée',
  reason:
    'Vous recevez cet e-mail en raison de la planification «\u00A0{{schedule}}\u00A0» de {{customer}} dans Telltale {{host}}.',
  sentBy: '{{sender}} vous a envoyé ce rapport de {{customer}} avec Telltale {{host}}.',
  open: 'Ouvrir la planification',
  openReport: 'Ouvrir le rapport',
  unsubscribe: 'Se désabonner',
  preview: 'Première page de {{report}}',
  alarmsCount: '{{count}} alarmes',
  sitesCount: '{{count}} sites',
  noticeSubject: 'Telltale {{host}}\u00A0: la planification «\u00A0{{schedule}}\u00A0» n’a pas été envoyée',
  mailNoticeSubject: 'Telltale {{host}}\u00A0: le rapport «\u00A0{{report}}\u00A0» n’a pas été envoyé',
  mailNoticeLead: 'Le rapport «\u00A0{{report}}\u00A0» de {{customer}} n’a pas été envoyé à {{recipients}}.',
  noticeLead:
    'La planification «\u00A0{{schedule}}\u00A0» de {{customer}}, prévue {{due}}, n’a pas été envoyée.',
};

export const mailTexts: Readonly<Record<TextLanguage, MailTexts>> = { en, fr };

export const severityNames: Readonly<Record<TextLanguage, Readonly<Record<Severity, string>>>> = {
  en: { critical: 'Critical', major: 'Warning', minor: 'Minor' },
  fr: { critical: 'Critique', major: 'Avertissement', minor: 'Mineure' },
};
