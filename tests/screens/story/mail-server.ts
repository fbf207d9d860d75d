import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

interface MailServer {
  readonly port: number;
  /** The address of the console in the newest mail, once there is one. */
  readonly linkTo: (address: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Lines of a mail that were broken to fit are whole again (RFC 2045, 6.7). */
const unfolded = (mail: string): string => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** Who may send. */
export const mailLogin = { login: 'telltale', password: 'of the mailbox' } as const;

/** A real SMTP server that keeps what it gets: over STARTTLS, with the login only. */
export async function startMailServer(): Promise<MailServer> {
  const { key, certificate } = selfSigned();
  const mails: { readonly to: readonly string[]; readonly content: string }[] = [];
  const server = new SMTPServer({
    key,
    cert: certificate,
    onAuth({ username, password }, session, done) {
      const isRight = username === mailLogin.login && password === mailLogin.password;
      done(isRight && session.secure ? null : new Error('no'), { user: username });
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, content: unfolded(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    linkTo: (address) =>
      eventually(() => {
        const mail = mails.findLast(({ to }) => to.includes(address));
        return mail && /http:\/\/127\.0\.0\.1:\d+\/reset-password#[\w-]{43}/.exec(mail.content)?.[0];
      }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
