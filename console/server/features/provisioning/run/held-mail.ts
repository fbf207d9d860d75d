import { fillText, type TextLanguage } from '#schemas/problem/definition.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { ImportFailure } from '#schemas/provisioning/import-run.ts';
import { MailJob } from '#schemas/notification/job.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { queueMail } from '../../../shared/notification/queue-mail.ts';
import type { ImportRunRow } from './import-store.ts';

const texts = {
  en: {
    subject: 'Telltale {{host}}: a scheduled import waits for your decision',
    lead: 'The scheduled import of {{file}} would remove a large part of the inventory and has stopped.',
    act: 'See what would be removed, then apply or reject it: {{link}}',
  },
  fr: {
    subject: 'Telltale {{host}}\u00A0: un import planifié attend votre décision',
    lead: 'L’import planifié de {{file}} supprimerait une grande partie de l’inventaire et s’est arrêté.',
    act: 'Voyez ce qui serait supprimé, puis appliquez ou rejetez\u00A0: {{link}}',
  },
} as const satisfies Record<TextLanguage, Readonly<Record<'subject' | 'lead' | 'act', string>>>;

export interface HeldMailNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
}

export const heldMailContent = (
  { id, name }: Pick<ImportRunRow, 'id' | 'name'>,
  failure: ImportFailure,
  { publicUrl, language }: { readonly publicUrl: string; readonly language: TextLanguage },
): Pick<MailJob, 'subject' | 'text'> => {
  const link = `${publicUrl.replace(/\/$/, '')}/mt/provisioning?import=${String(id)}`;
  const params = { host: new URL(publicUrl).host, file: name, link };
  const fill = (part: keyof (typeof texts)['en']): string =>
    fillText(texts[language][part], params, language);
  const reason = problemText(failure.code, language, failure.params);
  return { subject: fill('subject'), text: [fill('lead'), reason, fill('act')].join('\n\n') };
};

/**
 * Mails the user of a schedule that its import waits for a person. The import is shown in the console in any case: a mail that cannot be queued
 * is logged.
 */
export async function mailHeldImport(
  needs: HeldMailNeeds,
  run: ImportRunRow,
  failure: ImportFailure,
): Promise<void> {
  const { db, clock, log, publicUrl } = needs;
  try {
    const account = await db
      .selectFrom('account')
      .select(['email', 'language'])
      .where('id', '=', run.actor.actorId ?? 0)
      .where('lock_reason', 'is', null)
      .executeTakeFirst();
    const language = (account?.language as TextLanguage | null | undefined) ?? run.actor.language;
    const job = MailJob.safeParse({
      kind: 'mail',
      key: `import-held-${String(run.id)}`,
      sinceMs: clock.now().getTime(),
      to: [account?.email ?? ''],
      ...heldMailContent(run, failure, { publicUrl, language }),
    });
    // Accounts without a valid address get no mail.
    if (job.success) await queueMail(needs, job.data);
  } catch (error) {
    log.warn({ err: error, import: run.id }, 'held import mail dropped');
  }
}
