import { subjects } from '#schemas/bus/subject.ts';
import { DELIVERY_TEST, DeliveryTest } from '#schemas/settings/delivery-test.ts';
import type { DeliveryTestResult } from '#schemas/notification/delivery.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { SingleNotice } from '#schemas/notification/notice.ts';
import { noticeLocale, noticeWords } from '#schemas/notification/notice-words.ts';
import { getsEveryEvent } from '#schemas/settings/webhook/service/service.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';
import { placeholderValues } from '#schemas/settings/webhook/placeholder-values.ts';
import { renderAlarmMail } from '#schemas/settings/mail/render-alarm-mail.ts';
import { renderWebhook } from '#schemas/settings/webhook/render.ts';
import type { Language } from '#schemas/time/locale.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { sendMail, type MailNeeds, type MailOutcome } from '../mail/send-mail.ts';
import { sendTraps, type TrapNeeds } from '../snmp-trap/send-trap.ts';
import { trapsOf } from '../snmp-trap/trap-values.ts';
import { callWebhook, type CallNeeds } from '../webhook/call-webhook.ts';
import {
  deliverToService,
  shownRequests,
  type CalledService,
  type ServiceJob,
  type ServiceDelivery,
} from '../webhook/service-deliverer.ts';
import { reasonOf, type AttemptOutcome } from './outcome.ts';

export interface TestNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly http: CallNeeds;
  readonly threads: ServiceDelivery['threads'];
  readonly snmp: TrapNeeds;
  readonly smtp: MailNeeds;
  readonly settings: { readonly current: Pick<NotificationSettings, 'smtp'> };
}

const READING = { value: 81.5, threshold: 80 } as const;

/** The content of a test notification: must not be mistaken for an alarm. */
function exampleNotice(atMs: number, key: string, language: Language): SingleNotice {
  const { alarm, customer, site, description } = noticeWords(language).example;
  const { unit, ...names } = kpis.itf_in_util;
  const [shown, limit] = [READING.value, READING.threshold].map((value) =>
    formatTyped(value, unit, noticeLocale(language)),
  );
  return {
    is: 'single',
    language,
    event: key,
    edge: 'raise',
    cause: 'rule',
    correlation: '0:0',
    alarm: { id: 0, name: alarm },
    severity: 'minor',
    customer: { id: 0, name: customer },
    site: { id: 0, name: site },
    element: { id: 0, name: 'GigabitEthernet0/1', kind: 'interface', device: 'edge-1' },
    kpi: { key: 'itf_in_util', name: names[language] },
    description,
    topology: ['edge-1', site],
    operator: '>',
    ...READING,
    reading: shown,
    limit: `> ${limit ?? ''}`,
    atMs,
    sinceMs: atMs,
    decidedMs: atMs,
    sequence: 1,
  };
}

/** The language of what a test is about. */
function languageOfTest(test: DeliveryTest): Language {
  if (test.kind === 'webhook') return test.webhook.language;
  return test.kind === 'alarm-mail' ? test.mail.language : 'en';
}

interface PreparedTest {
  readonly sent: string;
  readonly run: () => Promise<AttemptOutcome & Pick<MailOutcome, 'concealedMs'>>;
}

/** Header values may be secrets and are masked. */
const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${name === 'content-type' ? value : '•••'}`)
    .join('\n');

interface ExampleJob {
  readonly key: string;
  readonly notice: SingleNotice;
}

function prepareService(called: CalledService, job: ExampleJob, { http, threads }: TestNeeds): PreparedTest {
  const never = new AbortController().signal;
  const send = (one: ServiceJob): Promise<AttemptOutcome> =>
    deliverToService(called, { job: one, target: undefined, threads, needs: http }, never);
  return {
    sent: shownRequests(called, job),
    async run() {
      const raised = await send(job);
      // An alert of a test would stay open.
      if (raised.is !== 'delivered' || !getsEveryEvent(called.service)) return raised;
      return send({ key: `${job.key}-clear`, notice: { ...job.notice, edge: 'clear' } });
    },
  };
}

function prepareWebhook(webhook: Webhook, job: ExampleJob, needs: TestNeeds): PreparedTest {
  const { service } = webhook;
  if (service !== 'custom') return prepareService({ ...webhook, service }, job, needs);
  const never = new AbortController().signal;
  const { key, notice } = job;
  const rendered = renderWebhook(webhook, placeholderValues(notice));
  const call = { ...rendered, key, allowInsecure: webhook.allowInsecure };
  const head = `POST ${rendered.url}\n${headerLines(rendered.headers)}\nidempotency-key: ${key}`;
  return { sent: `${head}\n\n${rendered.body}`, run: () => callWebhook(call, needs.http, never) };
}

function prepare(test: DeliveryTest, needs: TestNeeds): PreparedTest {
  const key = `test-${needs.ids.uuid()}`;
  const notice = exampleNotice(needs.clock.now().getTime(), key, languageOfTest(test));
  switch (test.kind) {
    case 'webhook':
      return prepareWebhook(test.webhook, { key, notice }, needs);
    case 'trap': {
      const traps = trapsOf(notice, key);
      const { access } = test.receiver;
      const receiver =
        access.version === 'v2c'
          ? { ...test.receiver, access }
          : {
              ...test.receiver,
              access: { ...access, auth: access.auth ?? undefined, priv: access.priv ?? undefined },
            };
      const lines = traps.flatMap(({ name: trap, values }) => [
        trap,
        ...Object.entries(values).map(([name, value]) =>
          Buffer.isBuffer(value) ? `${name}: 0x${value.toString('hex')}` : `${name}: ${String(value)}`,
        ),
      ]);
      return { sent: lines.join('\n'), run: () => sendTraps(traps, receiver, needs.snmp) };
    }
    case 'mail': {
      const { smtp, to } = test;
      const [subject, text] = ['Telltale: test of a notification', notice.description];
      const sent = `From: ${smtp.source}\nTo: ${to}\nSubject: ${subject}\n\n${text}`;
      return { sent, run: () => sendMail({ key, to: [to], subject, text }, smtp, needs.smtp) };
    }
    case 'alarm-mail': {
      const to = test.mail.recipients;
      const { subject, text } = renderAlarmMail(test.mail, notice);
      const { smtp } = needs.settings.current;
      const sent = `From: ${smtp?.source ?? ''}\nTo: ${to.join(', ')}\nSubject: ${subject}\n\n${text}`;
      const nowhere: AttemptOutcome = { is: 'failed', response: 'no mail server is configured' };
      return {
        sent,
        run: () =>
          smtp === undefined
            ? Promise.resolve(nowhere)
            : sendMail({ key, to, subject, text }, withSmtpSecrets(smtp, needs.secrets.open), needs.smtp),
      };
    }
  }
}

async function deliverTest(data: Uint8Array, needs: TestNeeds): Promise<DeliveryTestResult> {
  const startMs = needs.clock.now().getTime();
  const text = needs.secrets.open(new TextDecoder().decode(data), DELIVERY_TEST);
  const { sent, run } = prepare(DeliveryTest.parse(JSON.parse(text)), needs);
  const { is, response, concealedMs = 0 } = await run();
  await needs.clock.wait(Math.max(0, startMs + concealedMs - needs.clock.now().getTime()));
  return { sent, response, delivered: is === 'delivered', durationMs: needs.clock.now().getTime() - startMs };
}

/** Sends a test notification on request of the server, over the same path and rules as alarms. */
export const testResponder = (needs: TestNeeds): Component => ({
  name: 'test deliveries',
  start(signal) {
    needs.bus.subscribe(
      subjects.deliveryTest,
      ({ data, respond }) => {
        void deliverTest(data, needs)
          .catch((error: unknown) => {
            needs.log.error({ err: error }, 'test delivery failed');
            return { sent: '', delivered: false, response: reasonOf(error), durationMs: 0 };
          })
          .then((response) => {
            respond(JSON.stringify(response));
          });
      },
      { signal, queue: 'notification' },
    );
    return Promise.resolve();
  },
});
