import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { MAIL_CONTENT, MailJob, jobSubject } from '#schemas/notification/job.ts';
import type { MailContent } from '#schemas/notification/job.ts';
import { RESET_LINK_MS } from '#schemas/limit/account.ts';
import { fillText } from '#schemas/problem/definition.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Account } from '../account-repository.ts';
import { accountMailTexts } from './account-mail-texts.ts';

type Language = 'en' | 'fr';

export interface MailNeeds {
  readonly publisher: Publisher;
  /** Address under which browsers reach the console: never the Host header, which anybody may choose. */
  readonly publicUrl: string;
  readonly log: Pick<Log, 'warn'>;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** A link opens an account: in the queue, and where its messages are kept, it stands sealed. */
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

/** AccountMails about one's own account, handed to the queue; what cannot be handed over is logged. */
export class AccountMails {
  readonly #needs: MailNeeds;
  readonly #going = new Set<Promise<void>>();

  constructor(needs: MailNeeds) {
    this.#needs = needs;
  }

  /** The token stands behind `#`: browsers send it to no server and name it to no other page. */
  resetLink(account: Account, token: string, language: Language): void {
    const { publicUrl } = this.#needs;
    this.#send(account, 'reset', { link: `${publicUrl}/reset-password#${token}`, language });
  }

  passwordChanged(account: Account): void {
    this.#tell(account, 'changed');
  }

  secondFactorRemoved(account: Account): void {
    this.#tell(account, 'factorRemoved');
  }

  passwordRenewed(account: Account): void {
    this.#tell(account, 'renewed');
  }

  signInMethodChanged(account: Account, elsewhere: boolean): void {
    this.#tell(account, elsewhere ? 'elsewhere' : 'here', 'sign-in');
  }

  /** Of what somebody else may have done: with the way to another password, or to the page of signing in. */
  #tell(account: Account, kind: keyof typeof accountMailTexts, page = 'forgotten-password'): void {
    const { publicUrl } = this.#needs;
    this.#send(account, kind, { link: `${publicUrl}/${page}`, language: account.language ?? 'en' });
  }

  /** Resolves when everything was handed over. */
  async settled(): Promise<void> {
    await Promise.all(this.#going);
  }

  #send(
    { email, username, language: own }: Account,
    kind: keyof typeof accountMailTexts,
    { link, language: asked }: { readonly link: string; readonly language: Language },
  ): void {
    const language = own ?? asked;
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
    // An account without an address, or with one that is none: there is nobody to write to.
    if (job.success) this.#hand(job.data);
  }

  #hand(job: MailJob): void {
    const { publisher, log } = this.#needs;
    const handing = publisher
      .publish({ subject: jobSubject('mail'), data: new TextEncoder().encode(JSON.stringify(job)) })
      .then((published) => {
        if (!published.ok) log.warn('the queue of mails is full: a mail about an account was not sent');
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a mail about an account was not sent');
      })
      .finally(() => this.#going.delete(handing));
    this.#going.add(handing);
  }
}
