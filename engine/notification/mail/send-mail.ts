import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { parseAdvanced } from '#schemas/settings/smtp/advanced.ts';
import type { Smtp } from '#schemas/settings/smtp/smtp.ts';
import { reasonOf, truncated } from '../delivery/outcome.ts';
import type { AttemptOutcome } from '../delivery/outcome.ts';

export interface Mail {
  readonly key: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
}

/** Timeouts of the server; advanced settings may override them. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Options of nodemailer to reach the server. */
export function transportOf({ host, port, login, password, tls, advanced }: Smtp) {
  const { rejectUnauthorized, minVersion, servername, authMethod, ...plain } =
    parseAdvanced(advanced).options;
  return {
    host,
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
      ...(servername === undefined ? {} : { servername }),
    },
    // Mail content must never read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const FROM_PERMANENT = 500;

/** `later`: recipients refused temporarily, while others were accepted or refused permanently. */
export type MailOutcome = AttemptOutcome & { readonly later?: readonly string[] };

/** The response for each refused recipient (nodemailer's `rejectedErrors`). */
const Rejected = z.object({
  rejectedErrors: z.array(z.object({ recipient: z.string(), responseCode: z.number().optional() })),
});

/** RFC 5321 §4.2.1: 4yz means retry, as with greylisting (RFC 6647). */
function refusedForNow(answer: unknown): readonly string[] {
  const { data } = Rejected.safeParse(answer);
  return (data?.rejectedErrors ?? [])
    .filter(({ responseCode = 0 }) => responseCode < FROM_PERMANENT)
    .map(({ recipient }) => recipient);
}

const retryLater = (later: readonly string[]) => (later.length === 0 ? {} : { later });

/** RFC 5321 §4.2.1: 5yz is permanent; a refused login may be corrected. */
function outcomeOf(error: unknown, to: readonly string[]): MailOutcome {
  const answer = reasonOf(error);
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const isLogin = error instanceof Error && 'code' in error && error.code === 'EAUTH';
  const later = refusedForNow(error);
  // No recipient accepted it, some may later: only those are retried.
  if (later.length > 0 && later.length < to.length) return { is: 'refused', answer, later };
  return { is: later.length === 0 && status >= FROM_PERMANENT && !isLogin ? 'refused' : 'failed', answer };
}

/**
 * Sends one mail. Never throws: errors become the outcome. The Message-ID contains the key, so duplicates can
 * be recognised.
 */
export async function sendMail({ key, to, subject, text, html }: Mail, smtp: Smtp): Promise<MailOutcome> {
  const transport = createTransport(transportOf(smtp));
  try {
    const sent = await transport.sendMail({
      from: smtp.source,
      to: [...to],
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      messageId: `<${key}@${smtp.source.split('@')[1] ?? 'telltale'}>`,
      headers: { 'Idempotency-Key': key, 'Auto-Submitted': 'auto-generated' },
    });
    const { rejected, response } = sent;
    const refused = rejected.length === 0 ? '' : `; refused: ${rejected.map(String).join(', ')}`;
    return {
      is: 'delivered',
      answer: truncated(`${response}${refused}`),
      ...retryLater(refusedForNow(sent)),
    };
  } catch (error) {
    return outcomeOf(error, to);
  } finally {
    transport.close();
  }
}
