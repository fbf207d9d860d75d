import type { MailContent, ReportMailFile } from '#schemas/notification/job.ts';
import { fillText, type TextLanguage } from '#schemas/problem/definition.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { mediaOfFormat, type OutputFormat } from '#schemas/rendering/rendering.ts';
import { fillVariables, type VariableValues } from '#schemas/scheduling/variables.ts';
import type { ScheduledAlarm } from '#schemas/table/scheduling/scheduling.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { MailBrand } from '../../../shared/brand/report-brand.ts';
import { escapeHtml, headOf, inlineLogos } from './mail-head.ts';
import { mailTexts, severityNames } from './mail-texts.ts';

/** A rendered report of a run. */
export interface MailReport {
  /** Of the queue of reports. */
  readonly run: number;
  readonly report: string;
  readonly format: OutputFormat;
  readonly fileName: string;
  readonly bytes: number;
  readonly hasPreview: boolean;
  /** From and to, seconds since 1970. */
  readonly span: { readonly from: number; readonly to: number };
  readonly expiresAt: Date;
}

/** What a mail of a schedule is made of. */
export interface ScheduleMail {
  /** Of a mail that a user has sent: name of the report. */
  readonly schedule: string;
  /** Name of the user who has sent it; absent: the schedule. */
  readonly sender?: string;
  readonly customer: string;
  readonly brand: MailBrand;
  readonly language: TextLanguage;
  readonly timeZone: string;
  readonly subject: string;
  readonly message: string;
  readonly at: Date;
  readonly reports: readonly MailReport[];
  /** The first of them; `alarmCount` counts all. */
  readonly alarms: readonly ScheduledAlarm[];
  readonly alarmCount: number;
  /** Host of the console, and the page of the schedule. */
  readonly host: string;
  readonly page: string;
  readonly linkOf: (report: MailReport) => string;
}

/** Written for one recipient: with their link to unsubscribe, or without for those who cannot. */
export type RecipientMail = Pick<MailContent, 'text' | 'html' | 'files' | 'inline' | 'unsubscribe'> & {
  readonly subject: string;
};

/** Length of a file in a mail: in base64, with a line break every 76 characters (RFC 2045 §6.8). */
export const bytesInMail = (bytes: number): number => Math.ceil((Math.ceil(bytes / 3) * 4 * 78) / 76);

/** The reports that fit into a mail, in their order, and those that are links. */
export function dividedBySize<Report extends Pick<MailReport, 'bytes'>>(
  reports: readonly Report[],
  maxBytes: number = schedulingLimits.maxMailBytes,
): { readonly attached: readonly Report[]; readonly linked: readonly Report[] } {
  const attached: Report[] = [];
  const linked: Report[] = [];
  let total = 0;
  for (const report of reports) {
    const bytes = bytesInMail(report.bytes);
    if (total + bytes > maxBytes) linked.push(report);
    else {
      attached.push(report);
      total += bytes;
    }
  }
  return { attached, linked };
}

const locales: Readonly<Record<TextLanguage, string>> = { en: 'en-GB', fr: 'fr-FR' };

/** Writes times in the zone of the schedule. */
export const timeWriter =
  ({ language, timeZone }: Pick<ScheduleMail, 'language' | 'timeZone'>) =>
  (at: Date | number): string =>
    new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
      at,
    );

function periodOf(mail: ScheduleMail): string {
  const write = timeWriter(mail);
  const texts = new Set(
    mail.reports.map(({ span }) =>
      fillText(
        mailTexts[mail.language].period,
        { from: write(span.from * 1_000), to: write(span.to * 1_000), zone: mail.timeZone },
        mail.language,
      ),
    ),
  );
  return [...texts].join(', ');
}

/** A name, or how many there are. */
function namesOf(names: readonly string[], many: string, language: TextLanguage): string {
  const different = [...new Set(names.filter((name) => name !== ''))];
  return different.length <= 3 ? different.join(', ') : fillText(many, { count: different.length }, language);
}

function valuesOf(mail: ScheduleMail): VariableValues {
  const { language, alarms } = mail;
  const texts = mailTexts[language];
  const worst = (['critical', 'major', 'minor'] as const).find((severity) =>
    alarms.some((alarm) => alarm.severity === severity),
  );
  const states = new Set(alarms.map(({ edge }) => texts[edge]));
  return {
    schedule: mail.schedule,
    report: [...new Set(mail.reports.map(({ report }) => report))].join(', '),
    customer: mail.customer,
    period: periodOf(mail),
    zone: mail.timeZone,
    date: timeWriter(mail)(mail.at),
    alarm: namesOf(
      alarms.map(({ alarm }) => shownBuiltIn('alarm', alarm.name, language)),
      texts.alarmsCount,
      language,
    ),
    site: namesOf(
      alarms.map(({ site }) => site.name),
      texts.sitesCount,
      language,
    ),
    element: namesOf(
      alarms.map(({ element }) => element.name),
      texts.alarmsCount,
      language,
    ),
    severity: worst === undefined ? '' : severityNames[language][worst],
    state: [...states].join(', '),
    count: String(mail.alarmCount),
  };
}

const sizeOf = (bytes: number, language: TextLanguage): string =>
  `${(bytes / 1_048_576).toLocaleString(language, { maximumFractionDigits: 1 })} MB`;

interface Section {
  readonly title: string;
  readonly lines: readonly { readonly text: string; readonly link?: string }[];
}

function alarmSection(mail: ScheduleMail): readonly Section[] {
  const { language, alarms, alarmCount } = mail;
  if (alarmCount === 0) return [];
  const texts = mailTexts[language];
  const write = timeWriter(mail);
  const lines = alarms.map(({ alarm, severity, edge, site, element, atMs }) => ({
    text: [
      write(atMs),
      severityNames[language][severity],
      `${shownBuiltIn('alarm', alarm.name, language)} (${texts[edge]})`,
      element.device === undefined ? element.name : `${element.device} · ${element.name}`,
      site.name,
    ]
      .filter((part) => part !== '')
      .join(' – '),
  }));
  const more = alarmCount - alarms.length;
  const unlisted = more > 0 ? [{ text: fillText(texts.more, { count: more }, language) }] : [];
  return [{ title: texts.alarms, lines: [...lines, ...unlisted] }];
}

function reportSections(mail: ScheduleMail): readonly Section[] {
  const { language } = mail;
  const texts = mailTexts[language];
  const { attached, linked } = dividedBySize(mail.reports);
  const lineOf = ({ fileName, bytes }: MailReport): string => `${fileName} (${sizeOf(bytes, language)})`;
  const until = linked[0] === undefined ? '' : timeWriter(mail)(linked[0].expiresAt);
  const links = fillText(texts.links, { until }, language);
  return [
    ...(attached.length === 0
      ? []
      : [{ title: texts.attached, lines: attached.map((one) => ({ text: lineOf(one) })) }]),
    ...(linked.length === 0
      ? []
      : [{ title: links, lines: linked.map((one) => ({ text: lineOf(one), link: mail.linkOf(one) })) }]),
  ];
}

const textOf = ({ title, lines }: Section): string =>
  [title, ...lines.map(({ text, link }) => `- ${text}${link === undefined ? '' : `\n  ${link}`}`)].join('\n');

const anchor = (text: string, link: string): string =>
  `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`;

const htmlOf = ({ title, lines }: Section): string => {
  const items = lines.map(
    ({ text, link }) => `<li>${link === undefined ? escapeHtml(text) : anchor(text, link)}</li>`,
  );
  return `<h2 style="font-size:15px;margin:20px 0 6px">${escapeHtml(title)}</h2><ul style="margin:0;padding-left:20px">${items.join('')}</ul>`;
};

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

const PREVIEW = 'preview';

function previewOf({ reports, language }: ScheduleMail): string {
  const shown = reports.find(({ hasPreview }) => hasPreview);
  if (shown === undefined) return '';
  const alt = fillText(mailTexts[language].preview, { report: shown.report }, language);
  return `<p><img src="cid:${PREVIEW}" alt="${escapeHtml(alt)}" style="max-width:100%;border:1px solid #ccc"></p>`;
}

function filesOf({ reports }: ScheduleMail): readonly ReportMailFile[] {
  const { attached } = dividedBySize(reports);
  const shown = reports.find(({ hasPreview }) => hasPreview);
  return [
    ...attached.map(({ run, fileName, format }) => ({
      run,
      kind: 'file' as const,
      name: fileName,
      type: mediaOfFormat[format],
    })),
    ...(shown === undefined
      ? []
      : [
          {
            run: shown.run,
            kind: 'preview' as const,
            name: 'preview.png',
            type: 'image/png',
            cid: PREVIEW,
          },
        ]),
  ];
}

const MAX_SUBJECT = 400;

/** Why the recipient gets the mail, and where it leads. */
function footOf(mail: ScheduleMail, unsubscribe: string | undefined) {
  const { schedule, customer, host, sender, language } = mail;
  const texts = mailTexts[language];
  const reason =
    sender === undefined
      ? fillText(texts.reason, { schedule, customer, host }, language)
      : fillText(texts.sentBy, { sender, customer, host }, language);
  const open = sender === undefined ? texts.open : texts.openReport;
  const links = [
    `${open}: ${mail.page}`,
    ...(unsubscribe === undefined ? [] : [`${texts.unsubscribe}: ${unsubscribe}`]),
  ];
  const footer = [
    anchor(open, mail.page),
    ...(unsubscribe === undefined ? [] : [anchor(texts.unsubscribe, unsubscribe)]),
  ].join(' · ');
  return { reason, links, footer };
}

/** Names of its reports, else that of its schedule. */
const titleOf = ({ reports, schedule }: ScheduleMail): string =>
  [...new Set(reports.map(({ report }) => report))].join(', ') || schedule;

/** Writes the mail, as text and as HTML. A line break in a value never becomes one of the subject. */
export function composeMail(mail: ScheduleMail, unsubscribe: string | undefined): RecipientMail {
  const { language } = mail;
  const values = valuesOf(mail);
  const message = fillVariables(mail.message, values).trim();
  const sections = [...alarmSection(mail), ...reportSections(mail)];
  const { reason, links, footer } = footOf(mail, unsubscribe);
  const files = filesOf(mail);
  const inline = inlineLogos(mail.brand);
  const body = [
    headOf({ ...mail, title: titleOf(mail) }),
    ...(message === '' ? [] : [paragraphs(message)]),
    previewOf(mail),
    ...sections.map(htmlOf),
    `<hr style="margin-top:24px"><p style="color:#555;font-size:12px">${escapeHtml(reason)}<br>${footer}</p>`,
  ];
  return {
    subject: fillVariables(mail.subject, values)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, MAX_SUBJECT),
    text: `${[...(message === '' ? [] : [message]), ...sections.map(textOf), '--', reason, links.join('\n')].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:14px">${body.join('')}</body></html>`,
    ...(files.length === 0 ? {} : { files: [...files] }),
    ...(inline.length === 0 ? {} : { inline }),
    ...(unsubscribe === undefined ? {} : { unsubscribe }),
  };
}
