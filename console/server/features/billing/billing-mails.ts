import { gzipSync } from 'node:zlib';
import type { BilledDay } from '#schemas/billing/routes.ts';
import { billingServices } from '#schemas/billing/service.ts';
import { fillText } from '#schemas/problem/definition.ts';
import { MAX_ATTACHMENT, type MailJob } from '#schemas/notification/job.ts';
import type { LicenseContent } from '#schemas/settings/license/license.ts';
import type { LicenseWarning } from '#schemas/settings/license/warning.ts';
import { serviceNames, unitMailTexts, warningMailTexts, warningSubjects } from './billing-mail-texts.ts';

type Language = 'en' | 'fr';
type Content = Pick<MailJob, 'subject' | 'text' | 'attachment'>;

/** The file as it is, or compressed; undefined when it is too large for a mail. */
export function attachmentOf(name: string, csv: string): MailJob['attachment'] {
  const plain = Buffer.from(csv);
  const files = [
    { name: `${name}.csv`, type: 'text/csv', of: () => plain },
    { name: `${name}.csv.gz`, type: 'application/gzip', of: () => gzipSync(plain) },
  ] as const;
  for (const { of, ...file } of files) {
    const content = of().toString('base64');
    if (content.length <= MAX_ATTACHMENT) return { ...file, content };
  }
  return undefined;
}

/** The greatest units of a service in a period, with their first day. */
function peakLines(days: readonly BilledDay[], language: Language): string {
  const { line, none } = unitMailTexts[language];
  const lines = billingServices.flatMap((service) => {
    const units = Math.max(0, ...days.map((day) => day.units[service]));
    const day = days.findLast((one) => one.units[service] === units)?.day ?? '';
    return units === 0
      ? []
      : [fillText(line, { service: serviceNames[service][language], units, day }, language)];
  });
  return lines.length === 0 ? none : lines.join('\n');
}

export interface UnitMail {
  readonly host: string;
  readonly from: string;
  readonly to: string;
  readonly days: readonly BilledDay[];
  readonly csv: string;
}

/** A mail with the units of a period: what is greatest as text, everything as a file. */
export function unitMail({ host, from, to, days, csv }: UnitMail, language: Language): Content {
  const texts = unitMailTexts[language];
  const params = { host, from, to };
  const attachment = attachmentOf(`${texts.file}-${from}-${to}`, csv);
  const text = [
    fillText(texts.lead, params, language),
    peakLines(days, language),
    attachment === undefined ? texts.tooLarge : texts.attached,
  ].join('\n\n');
  return {
    subject: fillText(texts.subject, params, language),
    text: `${text}\n`,
    ...(attachment === undefined ? {} : { attachment }),
  };
}

function paramsOf(warning: LicenseWarning, language: Language) {
  switch (warning.is) {
    case 'expired':
      return { expires: warning.expires };
    case 'expires':
      return { expires: warning.expires, days: warning.days };
    case 'usage':
      return {
        units: warning.units,
        contracted: warning.contracted,
        service: serviceNames[warning.service][language],
      };
  }
}

/** A mail with one warning of the license. */
export function warningMail(
  { organization }: Pick<LicenseContent, 'organization'>,
  warning: LicenseWarning,
  { host, language }: { readonly host: string; readonly language: Language },
): Content {
  const texts = warningMailTexts[language];
  const params = { host, organization, ...paramsOf(warning, language) };
  const lines = [texts[warning.is], texts.closing].map((line) => fillText(line, params, language));
  return { subject: fillText(warningSubjects[language], params, language), text: `${lines.join('\n\n')}\n` };
}
