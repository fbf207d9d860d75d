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
  subject: '[{{alert.severity}}] {{alert.name}}, {{customer.name}}: {{alert.hook}}',
  body: `{{alert.description}}

{{customer.name}} · {{site.name}}
{{alert.targets}}
{{kpi.name}}
{{alert.datetime}}
`,
  includeRestricted: false,
  notifyPlatformEvents: false,
};

/** Addresses separated by commas, semicolons, spaces or line breaks, without duplicates. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((address) => address !== '')),
];
