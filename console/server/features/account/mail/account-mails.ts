import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { MAIL_CONTENT, MailJob, jobSubject, type MailContent } from '#schemas/notification/job.ts';
import { RESET_LINK_MS } from '#schemas/limit/account.ts';
import { fillText, type TextParameters } from '#schemas/problem/definition.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Account } from '../account.ts';
import { resetLinkOf } from '../password/issue-reset-link.ts';
import { accountMailTexts } from './account-mail-texts.ts';

type Language = 'en' | 'fr';

export interface AccountMailNeeds {
  readonly publisher: Publisher;
  /** URL under which browsers reach the console. Never the Host header, which any client can set. */
  readonly publicUrl: string;
  readonly log: Pick<Log, 'warn'>;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Mails contain links that open an account: they are sealed in the queue and its storage. */
  readonly secrets: Pick<SecretBox, 'seal'>;
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function htmlOf(lines: readonly string[], params: TextParameters, language: Language): string {
  const safe = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, escaped(String(value))]),
  );
  const body = lines.map(
    (line) =>
      `<p>${fillText(line === '{{link}}' ? '<a href="{{link}}">{{link}}</a>' : line, safe, language)}</p>`,
  );
  return `<!doctype html><html lang="${language}"><body>${body.join('')}</body></html>`;
}

/** Queues mails to users about their account, and logs those that cannot be queued. */
export class AccountMails {
  readonly #needs: AccountMailNeeds;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(needs: AccountMailNeeds) {
    this.#needs = needs;
  }

  /** The token is in the fragment, which browsers send to no server and to no other page. */
  resetLink(account: Account, token: string, language: Language): void {
    const { publicUrl } = this.#needs;
    this.#send(account, 'reset', { link: resetLinkOf(publicUrl, token), language });
  }

  passwordChanged(account: Account): void {
    this.#notify(account, 'changed');
  }

  secondFactorDeleted(account: Account): void {
    this.#notify(account, 'factorDeleted');
  }

  passwordIssued(account: Account): void {
    this.#notify(account, 'issued');
  }

  signInMethodChanged(account: Account, elsewhere: boolean): void {
    this.#notify(account, elsewhere ? 'elsewhere' : 'here', 'sign-in');
  }

  /** Notifies the user of a change that another person may have made, with a link to the reset or sign-in page. */
  #notify(account: Account, kind: keyof typeof accountMailTexts, page = 'forgotten-password'): void {
    const { publicUrl } = this.#needs;
    this.#send(account, kind, { link: `${publicUrl}/${page}`, language: account.language ?? 'en' });
  }

  /** Resolves when every mail is queued. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  #send(
    { email, username, language: own }: Account,
    kind: keyof typeof accountMailTexts,
    { link, language: requested }: { readonly link: string; readonly language: Language },
  ): void {
    const language = own ?? requested;
    const { subject, lines } = accountMailTexts[kind][language];
    const params = {
      username,
      link,
      host: new URL(this.#needs.publicUrl).host,
      minutes: RESET_LINK_MS / MINUTE_MS,
    };
    const { ids, clock, secrets } = this.#needs;
    const content: MailContent = {
      text: lines.map((line) => fillText(line, params, language)).join('\n\n'),
      html: htmlOf(lines, params, language),
    };
    const job = MailJob.safeParse({
      kind: 'mail',
      key: `account-${ids.uuid()}`,
      sinceMs: clock.now().getTime(),
      to: [email],
      subject,
      sealed: secrets.seal(JSON.stringify(content), MAIL_CONTENT),
    });
    // Accounts without a valid address get no mail.
    if (job.success) this.#enqueue(job.data);
  }

  #enqueue(job: MailJob): void {
    const { publisher, log } = this.#needs;
    const queued = publisher
      .publish({ subject: jobSubject('mail'), data: new TextEncoder().encode(JSON.stringify(job)) })
      .then((published) => {
        if (!published.ok) log.warn({ reason: 'mail queue full' }, 'account mail dropped');
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'account mail dropped');
      })
      .finally(() => this.#inFlight.delete(queued));
    this.#inFlight.add(queued);
  }
}
