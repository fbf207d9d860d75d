import type { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';

/** The initial values of a new one. */
export const emptyMail: AlarmMail = {
  name: '',
  enabled: true,
  recipients: [],
  trigger: 'both',
  customers: [],
  severities: [],
  alarms: [],
  grouping: 'single',
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
  includeRestricted: false,
  notifyPlatformEvents: false,
};

/** Addresses separated by commas, semicolons, spaces or line breaks, without duplicates. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((address) => address !== '')),
];
