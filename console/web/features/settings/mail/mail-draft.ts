import type { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import type { Language } from '#schemas/time/locale.ts';

type MailTemplate = Pick<AlarmMail, 'subject' | 'body'>;

/** The texts that a new one starts with. */
const mailTemplates: Readonly<Record<Language, MailTemplate>> = {
  en: {
    subject: '{{alert.state}} {{alert.severity}}: {{alert.name}}, {{alert.element}} ({{customer.name}})',
    body: `{{alert.state}} {{alert.severity}}: {{alert.name}}

{{alert.element}}
{{customer.name}} · {{site.name}}
{{kpi.name}}: {{alert.reading}} (limit {{alert.limit}})
Since {{alert.since}}, this event {{alert.datetime}}

{{incident.text}}
{{alert.description}}

{{alert.link}}
{{alert.elementLink}}
{{alert.runbook}}
`,
  },
  fr: {
    subject:
      '{{alert.state}} {{alert.severity}}\u00A0: {{alert.name}}, {{alert.element}} ({{customer.name}})',
    body: `{{alert.state}} {{alert.severity}}\u00A0: {{alert.name}}

{{alert.element}}
{{customer.name}} · {{site.name}}
{{kpi.name}}\u00A0: {{alert.reading}} (limite {{alert.limit}})
Depuis {{alert.since}}, cet événement {{alert.datetime}}

{{incident.text}}
{{alert.description}}

{{alert.link}}
{{alert.elementLink}}
{{alert.runbook}}
`,
  },
};

/** The initial values of a new one, in the language of who adds it. */
export const newMail = (language: Language): AlarmMail => ({
  name: '',
  enabled: true,
  recipients: [],
  trigger: 'both',
  customers: [],
  severities: [],
  alarms: [],
  grouping: 'single',
  ...mailTemplates[language],
  includeRestricted: false,
  notifyPlatformEvents: false,
  language,
});

/** Another language, with its texts where those that a new one starts with were not changed. */
export function inLanguage(
  draft: MailTemplate & Pick<AlarmMail, 'language'>,
  language: Language,
): MailTemplate & Pick<AlarmMail, 'language'> {
  const before = mailTemplates[draft.language];
  const isUnchanged = draft.subject === before.subject && draft.body === before.body;
  const { subject, body } = isUnchanged ? mailTemplates[language] : draft;
  return { subject, body, language };
}

/** Addresses separated by commas, semicolons, spaces or line breaks, without duplicates. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((address) => address !== '')),
];
