import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import {
  addTraffic,
  hasPoppler,
  readPdf,
  renderingOf,
  reportOf,
} from '#tests/fixtures/report/rendering-under-test.ts';
import {
  addReport,
  aScheduling,
  attached,
  createdScheduling,
  listedRuns,
  schedulingPath,
  useMailServer,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { someone, type SignedInUser } from '#tests/fixtures/server/administrator.ts';
import { ReportDocument } from '#schemas/report/document.ts';
import { consoleOfFile } from '../support/console-of-file.ts';

/** Midnight of tomorrow: jobs of mails are of the time of the deliverer. */
const TOMORROW = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
/** 13:30 in a zone of half hours, whose day ended at 18:30 UTC. */
const DUE = TOMORROW + 8 * HOUR_MS;
const ZONE = 'Asia/Kolkata';
const END_OF_DAY = TOMORROW - 5.5 * HOUR_MS;

const telltale = await consoleOfFile({ startsAt: DUE - 2 * MINUTE_MS });
const rendering = renderingOf(telltale, telltale.url, { clock: { now: () => telltale.clock.now() } });
const customer = telltale.customers.get('acme')!;
const path = schedulingPath(customer);
let owner: SignedInUser;
let notification: Notification;
let mails: SmtpReceiver;

beforeAll(async () => {
  owner = await someone(telltale, ['SCHEDULING.write', 'REPORT.read'], ['acme']);
  mails = await smtpReceiver();
  await useMailServer(telltale, mails.port);
  notification = await startNotification(telltale.stack);
  const seconds = (ms: number): number => ms / 1_000;
  await addTraffic(telltale, 'acme', [12_345_678, 87_654_321], seconds(END_OF_DAY - HOUR_MS));
  // Of the next day and of the one before: neither is part of the report.
  await addTraffic(telltale, 'acme', [555_000_000, 666_000_000], seconds(END_OF_DAY));
  await addTraffic(telltale, 'acme', [777_000_000, 888_000_000], seconds(END_OF_DAY - DAY_MS - HOUR_MS));
});
afterAll(async () => {
  await rendering.chromium.close();
  await notification.stop();
  await mails.close();
});

/** The attached files of a mail by their media type (RFC 2045). */
function attachedFile(mail: string, media: string): Buffer {
  const part = mail.split(/\r?\n--/).find((each) => each.includes(`Content-Type: ${media}`)) ?? '';
  const [, body = ''] = part.split(/\r?\n\r?\n/);
  return Buffer.from(body, 'base64');
}

const asOwner = () => telltale.withSession(owner.account);

const languages = [
  { language: 'en', figures: ['12.3 Mbps', '87.7 Mbps'], page: 'Page 1 of 2', locale: 'en-GB' },
  { language: 'fr', figures: ['12,3 Mbit/s', '87,7 Mbit/s'], page: 'Page 1 sur 2', locale: 'fr-FR' },
] as const;

describe('a schedule with a report', () => {
  it.skipIf(!hasPoppler)(
    'mails a PDF that opens, of the day before in its zone, with its figures, in both languages',
    async () => {
      const { pages } = ReportDocument.parse(reportOf('Of the day.'));
      const report = await addReport(telltale, customer, { pages });
      const page = await asOwner();
      const addressOf = (language: string): string => `${language}@example.net`;
      const schedules = await Promise.all(
        languages.map(({ language }) =>
          createdScheduling(
            page,
            path,
            aScheduling({
              attachments: [attached(report)],
              recipients: [addressOf(language)],
              timeZone: ZONE,
              trigger: { kind: 'daily', hour: 13, minute: 30 },
              language,
            }),
          ),
        ),
      );
      await telltale.clock.leap(3 * MINUTE_MS);
      for (const _ of languages)
        expect(await rendering.worker.once('w', new AbortController().signal)).toBe(true);
      for (const { id } of schedules)
        await eventually(async () => {
          await telltale.clock.leap(5_000);
          const [last] = await listedRuns(await asOwner(), path, id);
          return last?.state === 'sent' ? last : undefined;
        });
      for (const { language, figures, page: number, locale } of languages) {
        const received = mails.to(addressOf(language));
        expect(received).toHaveLength(1);
        const { text, facts } = await readPdf(attachedFile(received[0]!, 'application/pdf'));
        const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: ZONE });
        for (const said of [
          ...figures,
          number,
          ZONE,
          day.format(END_OF_DAY - HOUR_MS),
          ...(['acme one', 'acme two', 'Of the day.'] as const),
        ])
          expect(text).toContain(said);
        for (const other of ['555', '666', '777', '888']) expect(text).not.toContain(other);
        expect(facts).toMatch(/Pages:\s+2/);
      }
    },
  );
});
