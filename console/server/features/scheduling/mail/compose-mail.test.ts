import { describe, expect, it } from 'vitest';
import {
  bytesInMail,
  composeMail,
  dividedBySize,
  type MailReport,
  type ScheduleMail,
} from './compose-mail.ts';

const MB = 1_024 * 1_024;
const aReport = (changes: Partial<MailReport> = {}): MailReport => ({
  run: 1,
  report: 'Service levels',
  format: 'pdf',
  fileName: 'service-levels.pdf',
  bytes: MB,
  hasPreview: false,
  span: { from: Date.UTC(2026, 2, 28, 23) / 1_000, to: Date.UTC(2026, 2, 29, 22) / 1_000 },
  expiresAt: new Date(Date.UTC(2026, 3, 28)),
  ...changes,
});
const aMail = (changes: Partial<ScheduleMail> = {}): ScheduleMail => ({
  schedule: 'Daily',
  customer: 'Acme & <Sons>',
  brand: { primary: '#ffd400', secondary: '#12336f', logos: [] },
  language: 'en',
  timeZone: 'Europe/Paris',
  subject: '{{schedule}} of {{customer}}',
  message: 'For {{period}}.\n\nBye,\nus',
  at: new Date(Date.UTC(2026, 2, 30, 6)),
  reports: [aReport()],
  alarms: [],
  alarmCount: 0,
  host: 'telltale.example',
  page: 'https://telltale.example/scheduling',
  linkOf: ({ run }) => `https://telltale.example/file/${String(run)}`,
  ...changes,
});
const anAlarm = (name: string, site: string): ScheduleMail['alarms'][number] => ({
  edge: 'raise',
  alarm: { id: 1, name },
  severity: 'major',
  site: { id: 1, name: site },
  element: { id: 2, kind: 'interface', name: 'ge-0', device: 'edge-1' },
  value: 91,
  threshold: 80,
  atMs: Date.UTC(2026, 2, 30, 5),
  isRestricted: false,
});

describe('a mail of a schedule', () => {
  it('has the period in the zone of the schedule, in the language of the schedule', () => {
    expect(composeMail(aMail(), undefined).text).toContain(
      'For 29 Mar 2026, 00:00 – 30 Mar 2026, 00:00 (Europe/Paris).',
    );
    expect(composeMail(aMail({ language: 'fr' }), undefined).text).toContain('En pièce jointe');
  });

  it('names the alarms of the product in its language, and those of users as they wrote them', () => {
    const alarms = [anAlarm('Saturation IN', 'Lyon'), anAlarm('Link of Lyon', 'Lyon')];
    const mail = { alarms, alarmCount: 2, subject: '{{alarm}}' };
    expect(composeMail(aMail({ ...mail, language: 'fr' }), undefined)).toMatchObject({
      subject: 'Saturation entrante, Link of Lyon',
      text: expect.stringMatching(/ – Saturation entrante \(.*\) – /) as string,
    });
    expect(composeMail(aMail(mail), undefined).subject).toBe('Inbound saturation, Link of Lyon');
  });

  it('contains values as text, never as HTML or as another header', () => {
    const mail = composeMail(aMail({ schedule: 'Daily\r\nBcc: x@example.net' }), undefined);
    expect(mail.subject).toBe('Daily Bcc: x@example.net of Acme & <Sons>');
    expect(mail.html).toContain('Acme &amp; &lt;Sons&gt;');
    expect(mail.html).not.toContain('<Sons>');
  });

  it('has the logos of provider and customer at its head, and letters that can be read on their colour', () => {
    const logos = (['provider', 'customer'] as const).map((owner) => ({
      owner,
      type: 'image/png' as const,
      width: 400,
      height: 96,
      content: 'aGk=',
    }));
    const brand = { primary: '#ffd400', secondary: '#12336f', logos };
    const { html, inline } = composeMail(aMail({ brand }), undefined);
    expect(inline).toEqual([
      { cid: 'logo-provider', name: 'logo-provider.png', type: 'image/png', content: 'aGk=' },
      { cid: 'logo-customer', name: 'logo-customer.png', type: 'image/png', content: 'aGk=' },
    ]);
    expect(html).toContain('<img src="cid:logo-provider" alt="" width="180" height="43">');
    expect(html).toContain('<img src="cid:logo-customer" alt="Acme &amp; &lt;Sons&gt;" width="180"');
    expect(html).toContain('background:#ffd400;color:#000000');
    expect(composeMail(aMail(), undefined)).not.toHaveProperty('inline');
  });

  it('has a link to unsubscribe only for those who can', () => {
    const link = 'https://telltale.example/unsubscribe?token=a.b';
    const mail = composeMail(aMail(), link);
    expect(mail).toMatchObject({ unsubscribe: link });
    expect(mail.text).toContain(`Unsubscribe: ${link}`);
    expect(composeMail(aMail(), undefined)).not.toHaveProperty('unsubscribe');
  });

  it('attaches files, and shows the first page of a report that has a picture of it', () => {
    const { files, html } = composeMail(
      aMail({ reports: [aReport(), aReport({ run: 2, hasPreview: true })] }),
      undefined,
    );
    expect(files).toMatchObject([
      { run: 1, kind: 'file', name: 'service-levels.pdf', type: 'application/pdf' },
      { run: 2, kind: 'file' },
      { run: 2, kind: 'preview', cid: 'preview' },
    ]);
    expect(html).toContain('<img src="cid:preview" alt="First page of Service levels"');
  });

  it('links to what is too large, and attaches what still fits', () => {
    const reports = [
      aReport({ bytes: 5 * MB }),
      aReport({ run: 2, bytes: 5 * MB }),
      aReport({ run: 3, bytes: MB }),
    ];
    const mail = composeMail(aMail({ reports }), undefined);
    expect(mail.files?.map(({ run }) => run)).toEqual([1, 3]);
    expect(mail.text).toContain('https://telltale.example/file/2');
  });

  it('lists alarms, and counts those that it does not list', () => {
    const alarms = [anAlarm('Saturated', 'Lyon'), anAlarm('Saturated', 'Nice')];
    const mail = composeMail(
      aMail({ alarms, alarmCount: 12, reports: [], subject: '{{alarm}} at {{site}}' }),
      undefined,
    );
    expect(mail.subject).toBe('Saturated at Lyon, Nice');
    expect(mail.text).toContain('30 Mar 2026, 07:00 – Warning – Saturated (raised) – edge-1 · ge-0 – Lyon');
    expect(mail.text).toContain('and 10 more');
  });
});

describe('the size of a mail', () => {
  it.each([
    [[7 * MB], [1, 0]],
    [[8 * MB], [0, 1]],
    [[], [0, 0]],
  ])('of files of %j bytes leaves %j attached and linked', (sizes, expected) => {
    const { attached, linked } = dividedBySize(sizes.map((bytes) => ({ bytes })));
    expect([attached.length, linked.length]).toEqual(expected);
  });

  it('is that of base64 with its line breaks', () => {
    expect(bytesInMail(57)).toBe(78);
  });
});
