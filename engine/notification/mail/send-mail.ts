import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { findAddress, type AddressRules, type CheckedAddress } from '#platform/outbound/find-address.ts';
import { blockedKind } from '#platform/outbound/internal-address.ts';
import type { MailContent } from '#schemas/notification/job.ts';
import { parseAdvanced } from '#schemas/settings/smtp/advanced.ts';
import type { Smtp } from '#schemas/settings/smtp/smtp.ts';
import { reasonOf, truncated, type AttemptOutcome } from '../delivery/outcome.ts';
import { dkimOf, type DkimKey } from './dkim-key.ts';

/** A file of a mail, as it is sent. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Shown within the mail under this name; absent: attached. */
  readonly cid?: string | undefined;
}

export interface Mail extends Omit<MailContent, 'files'> {
  readonly key: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly files?: readonly MailFile[];
}

/** Timeouts of the server; advanced settings may override them. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** The addresses of mail servers that may be called. */
export interface MailNeeds extends Pick<AddressRules, 'resolve' | 'allowed'> {
  /** Signs mails; absent: the mail server may. */
  readonly dkim?: DkimKey | undefined;
}

/** How mails are sent. */
interface MailTransport {
  readonly smtp: Smtp;
  readonly dkim: DkimKey | undefined;
}

const SETTING = 'MAIL_ALLOWED_NETWORKS';
const SLACK_MS = 500;

/** Options of nodemailer to reach the server at its checked address. */
export function transportOf({ host, port, login, password, tls, advanced }: Smtp, address: string) {
  const { rejectUnauthorized, minVersion, servername, authMethod, ...plain } =
    parseAdvanced(advanced).options;
  // The certificate is that of the name.
  const name = servername ?? (isIP(host) === 0 ? host : undefined);
  return {
    host: address,
    port,
    secure: tls === 'implicit',
    // Required rather than opportunistic: an attacker could strip the offer.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...TIMEOUTS,
    ...plain,
    ...(authMethod === undefined ? {} : { authMethod }),
    ...(login === '' ? {} : { auth: { user: login, pass: password } }),
    tls: {
      rejectUnauthorized: rejectUnauthorized ?? true,
      ...(minVersion === undefined ? {} : { minVersion }),
      ...(name === undefined ? {} : { servername: name }),
    },
    // Mail content must never read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const FROM_PERMANENT = 500;

/**
 * `later`: recipients rejected temporarily, while others were accepted or rejected permanently. `concealedMs`: how long every concealed
 * failure takes at most; a shorter one, shown earlier, would be recognised.
 */
export type MailOutcome = AttemptOutcome & {
  readonly later?: readonly string[];
  readonly concealedMs?: number;
};

/** What the server said and to which command, in an error of nodemailer. */
const Said = z.object({ response: z.string(), command: z.string(), responseCode: z.number().optional() });
/** Commands that only a server receives that has introduced itself as a mail server. */
const MAIL_COMMAND = /^(?:AUTH|STARTTLS|MAIL FROM|RCPT TO|DATA)/;

/**
 * Formats an error. Before the server has accepted EHLO, what it says is not repeated: any service of the network could be made to disclose
 * its banner this way.
 */
function explanationOf(error: unknown): string {
  const { data: said } = Said.safeParse(error);
  if (said === undefined || said.response === '' || MAIL_COMMAND.test(said.command)) return reasonOf(error);
  const code = said.responseCode === undefined ? '' : ` (${String(said.responseCode)})`;
  const act = said.command === 'CONN' ? 'greet' : `respond to ${said.command}`;
  return `the server does not ${act} as a mail server${code}`;
}

/** Whether the server has introduced itself as a mail server before it failed. */
const isMailServer = (error: unknown): boolean => {
  const { data: said } = Said.safeParse(error);
  return said !== undefined && said.response !== '' && MAIL_COMMAND.test(said.command);
};

/**
 * The failure at an address. In private networks that are not listed, refused, silent and open ports of other services look the same:
 * otherwise a user who may test a mail server could scan the network.
 */
export function failureAt(
  error: unknown,
  isListed: boolean,
): { readonly response: string; readonly isConcealed: boolean } {
  const isConcealed = !isListed && !isMailServer(error);
  const response = isConcealed
    ? `no mail server responds there, or its certificate is not valid: the reason is shown for networks of ${SETTING}`
    : explanationOf(error);
  return { response, isConcealed };
}

/** The response for each rejected recipient (nodemailer's `rejectedErrors`). */
const Rejected = z.object({
  rejectedErrors: z.array(z.object({ recipient: z.string(), responseCode: z.number().optional() })),
});

/** RFC 5321 §4.2.1: 4yz means retry, as with greylisting (RFC 6647). */
function refusedForNow(reply: unknown): readonly string[] {
  const { data } = Rejected.safeParse(reply);
  return (data?.rejectedErrors ?? [])
    .filter(({ responseCode = 0 }) => responseCode < FROM_PERMANENT)
    .map(({ recipient }) => recipient);
}

const retryLater = (later: readonly string[]) => (later.length === 0 ? {} : { later });

/** RFC 5321 §4.2.1: 5yz is permanent; a rejected login may be corrected. */
function outcomeOf(error: unknown, response: string, to: readonly string[]): MailOutcome {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const isLogin = error instanceof Error && 'code' in error && error.code === 'EAUTH';
  const later = refusedForNow(error);
  // No recipient accepted it, some may later: only those are retried.
  if (later.length > 0 && later.length < to.length) return { is: 'rejected', response, later };
  return { is: later.length === 0 && status >= FROM_PERMANENT && !isLogin ? 'rejected' : 'failed', response };
}

/**
 * Sends one mail. Never throws: errors become the outcome. The Message-ID contains the key, so duplicates can
 * be recognised.
 */
export async function sendMail(mail: Mail, smtp: Smtp, needs: MailNeeds): Promise<MailOutcome> {
  let isListed = true;
  try {
    const { resolve, allowed } = needs;
    const rules = { resolve, allowed, setting: SETTING, permitsPrivate: true };
    const found = await findAddress(smtp.host, rules, AbortSignal.timeout(TIMEOUTS.dnsTimeout));
    if (!found.ok) return { is: 'failed', response: found.reason };
    isListed = found.all.every(({ address }) => blockedKind(address, needs.allowed) === undefined);
    return await sendToFirst(found.all, mail, { smtp, dkim: needs.dkim });
  } catch (error) {
    const { response, isConcealed } = failureAt(error, isListed);
    if (isConcealed) return { is: 'failed', response, concealedMs: longestMs(smtp) };
    return outcomeOf(error, response, mail.to);
  }
}

/** Until an address that does not respond, or a service that does not greet, is given up. */
function longestMs(smtp: Smtp): number {
  const { connectionTimeout, greetingTimeout } = transportOf(smtp, smtp.host);
  return Math.max(connectionTimeout, greetingTimeout) + SLACK_MS;
}

/** Whether nothing was reached at the address: another one of the server may respond. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error && 'command' in error && error.command === 'CONN' && !('response' in error);

async function sendToFirst(
  [first, ...others]: readonly CheckedAddress[],
  mail: Mail,
  transfer: MailTransport,
): Promise<MailOutcome> {
  try {
    return await sendTo(first?.address ?? transfer.smtp.host, mail, transfer);
  } catch (error) {
    if (others.length === 0 || !isUnreached(error)) throw error;
    return sendToFirst(others, mail, transfer);
  }
}

const attachedFile = ({ name, type, content }: NonNullable<MailContent['attachment']>) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(content, 'base64'),
});

const reportFile = ({ name, type, content, cid }: MailFile) => ({
  filename: name,
  contentType: type,
  content,
  ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
});

/** RFC 2369 §3.2, and the request of one click of RFC 8058 §3.1. */
const unsubscribeHeaders = (address: string | undefined) =>
  address === undefined
    ? {}
    : { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

async function sendTo(
  address: string,
  { key, to, subject, text, html, attachment, files = [], inline = [], unsubscribe }: Mail,
  { smtp, dkim }: MailTransport,
): Promise<MailOutcome> {
  const transport = createTransport({ ...transportOf(smtp, address), ...dkimOf(dkim, smtp.source) });
  const attachments = [
    ...(attachment === undefined ? [] : [attachedFile(attachment)]),
    ...files.map(reportFile),
    ...inline.map((picture) => reportFile({ ...picture, content: Buffer.from(picture.content, 'base64') })),
  ];
  try {
    const sent = await transport.sendMail({
      from: smtp.source,
      // As they are: a text would be parsed as a list of addresses.
      to: to.map((recipient) => ({ name: '', address: recipient })),
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      ...(attachments.length === 0 ? {} : { attachments }),
      messageId: `<${key}@${smtp.source.split('@')[1] ?? 'telltale'}>`,
      headers: {
        'Idempotency-Key': key,
        'Auto-Submitted': 'auto-generated',
        ...unsubscribeHeaders(unsubscribe),
      },
    });
    const { rejected, response } = sent;
    const rejection = rejected.length === 0 ? '' : `; rejected: ${rejected.map(String).join(', ')}`;
    return {
      is: 'delivered',
      response: truncated(`${response}${rejection}`),
      ...retryLater(refusedForNow(sent)),
    };
  } finally {
    transport.close();
  }
}
