import { createHash } from 'node:crypto';
import {
  MAIL_CONTENT,
  MailContent,
  subjectOfJob,
  type MailJob,
  type ReportMailFile,
} from '#schemas/notification/job.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { targetKey } from '../configuration/delivery-target.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { droppedAsRestricted, reasonOf, type Deliverer, type AttemptOutcome } from '../delivery/outcome.ts';
import { sendMail, type MailFile, type MailNeeds } from './send-mail.ts';

type OpenedContent =
  | { readonly ok: true; readonly content: MailContent }
  | { readonly ok: false; readonly outcome: AttemptOutcome };

/**
 * Opens the content of a mail. An unknown key is a failure to retry: it may be configured later as a previous
 * key.
 */
function contentOf(
  { sealed, text = '', html, attachment, files, unsubscribe }: MailJob,
  secrets: Pick<SecretBox, 'open'>,
): OpenedContent {
  if (sealed === undefined) return { ok: true, content: { text, html, attachment, files, unsubscribe } };
  try {
    const content = MailContent.parse(JSON.parse(secrets.open(sealed, MAIL_CONTENT)));
    return { ok: true, content };
  } catch (error) {
    return { ok: false, outcome: { is: 'failed', response: reasonOf(error) } };
  }
}

const tokenOf = (recipient: string): string =>
  createHash('sha256').update(recipient).digest('hex').slice(0, 16);

/**
 * The same mail for one recipient, after earlier ones of the same order for this recipient. The key contains a hash: it becomes a
 * Message-ID, which allows only one `@`.
 */
function jobFor(recipient: string, job: MailJob): MailJob {
  const token = tokenOf(recipient);
  const order = job.order === undefined ? {} : { order: `${job.order}.${token}` };
  return { ...job, ...order, key: `${job.key}.${token}`, to: [recipient], apart: true };
}

/** Returns the recipients for whom an earlier mail of the same order is still to be delivered. */
async function waitingRecipients(
  job: MailJob,
  subjectsOf: MailDelivererNeeds['subjectsOf'],
): Promise<ReadonlySet<string>> {
  if (job.order === undefined || job.apart === true || job.to.length === 1) return new Set();
  const subject = subjectOfJob(job);
  const waiting = new Set(await subjectsOf(`${subject}.*`));
  return new Set(job.to.filter((recipient) => waiting.has(`${subject}.${tokenOf(recipient)}`)));
}

/** Returns why a mail is not sent: its notification changed while it waited. */
function droppedOf(
  { target, restricted }: MailJob,
  mails: NotificationSettings['mails'],
): AttemptOutcome | undefined {
  if (target !== undefined && !mails.has(target))
    return { is: 'dropped', response: 'the alarm mail is deleted or disabled' };
  const isExcluded = restricted === true && mails.get(target ?? 0)?.includeRestricted !== true;
  return isExcluded ? droppedAsRestricted : undefined;
}

export interface MailDelivererNeeds extends MailNeeds {
  readonly settings: { readonly current: Pick<NotificationSettings, 'smtp' | 'mails'> };
  readonly secrets: Pick<SecretBox, 'open'>;
  /** Reads a file of a rendered report; undefined: it has expired. */
  readonly readFile: (file: ReportMailFile) => Promise<Buffer | undefined>;
  /** Returns the subjects of waiting jobs that a filter matches. */
  readonly subjectsOf: (filter: string) => Promise<readonly string[]>;
}

/**
 * Which mails wait together while one of them fails: those of a notification, others by their recipients. What a server defers is one
 * mailbox more often than all mail; while the server itself is away, each of them finds out by its own probe.
 */
export const failingTogether = ({ target, apart, to }: Pick<MailJob, 'target' | 'apart' | 'to'>): string =>
  target === undefined || apart === true ? `mail to ${to.join()}` : targetKey({ kind: 'mail', id: target });

type ReadFiles =
  | { readonly ok: true; readonly files: readonly MailFile[] }
  | { readonly ok: false; readonly outcome: AttemptOutcome };

/** The files of a mail. A mail that announces a file that has expired is not sent without it; a picture within it may be missing. */
async function filesOf(
  { files = [] }: MailContent,
  readFile: MailDelivererNeeds['readFile'],
): Promise<ReadFiles> {
  const read: MailFile[] = [];
  for (const file of files) {
    const content = await readFile(file);
    if (content !== undefined) read.push({ name: file.name, type: file.type, cid: file.cid, content });
    else if (file.kind === 'file')
      return { ok: false, outcome: { is: 'rejected', response: `the file ${file.name} has expired` } };
  }
  return { ok: true, files: read };
}

/** Sends mail through the configured server. */
export const mailDeliverer = ({
  settings,
  secrets,
  subjectsOf,
  readFile,
  ...network
}: MailDelivererNeeds): Deliverer<MailJob> => ({
  kind: 'mail',
  targetOf: failingTogether,
  async deliver(job) {
    const { smtp, mails } = settings.current;
    const dropped = droppedOf(job, mails);
    if (dropped !== undefined) return dropped;
    if (smtp === undefined) return { is: 'failed', response: 'no mail server is configured' };
    const opened = contentOf(job, secrets);
    if (!opened.ok) return opened.outcome;
    const waiting = await waitingRecipients(job, subjectsOf);
    const follow = [...waiting].map((one) => jobFor(one, job));
    const to = job.to.filter((one) => !waiting.has(one));
    if (to.length === 0) return { is: 'delivered', response: 'queued after earlier mails', follow };
    const read = await filesOf(opened.content, readFile);
    if (!read.ok) return read.outcome;
    const mail = { key: job.key, to, subject: job.subject, ...opened.content, files: read.files };
    const { later = [], ...outcome } = await sendMail(mail, withSmtpSecrets(smtp, secrets.open), network);
    if (outcome.is === 'failed' || outcome.is === 'dropped') return outcome;
    return { ...outcome, follow: [...follow, ...later.map((one) => jobFor(one, job))] };
  },
});
