import { MAIL_CONTENT, MailContent, MailJob, jobSubject } from '#schemas/notification/job.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

/** A mail as its reader gets it. */
export type ReadMail = MailJob & MailContent;

/** The newest mail in the queue to this address, once there is one that `is` it. */
export const mailTo = (
  { stack: { bus } }: ServerUnderTest,
  address: string,
  is: (mail: ReadMail) => boolean = () => true,
): Promise<ReadMail> =>
  eventually(async () => {
    const message = await bus.lastMessage('JOBS', jobSubject('mail'));
    if (message === undefined) return undefined;
    const mail = MailJob.parse(JSON.parse(new TextDecoder().decode(message.data)));
    // The queue holds no link that could be followed.
    if (mail.sealed === undefined) throw new Error('a mail about an account stands in the queue as it is');
    const content = MailContent.parse(JSON.parse(testSecrets.open(mail.sealed, MAIL_CONTENT)));
    const read = { ...mail, ...content };
    return mail.to.includes(address) && is(read) ? read : undefined;
  });

/** The token of the link in a mail. */
export const tokenIn = ({ text }: MailContent): string => /#([\w-]{43})(\s|$)/.exec(text)![1]!;
