import { MailJob, jobSubject } from '#schemas/notification/job.ts';
import { eventually } from './server-under-test.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** The newest mail in the queue to this address, once there is one that `is` it. */
export const mailTo = (
  { stack: { bus } }: ServerUnderTest,
  address: string,
  is: (mail: MailJob) => boolean = () => true,
): Promise<MailJob> =>
  eventually(async () => {
    const message = await bus.lastMessage('JOBS', jobSubject('mail'));
    if (message === undefined) return undefined;
    const mail = MailJob.parse(JSON.parse(new TextDecoder().decode(message.data)));
    return mail.to.includes(address) && is(mail) ? mail : undefined;
  });

/** The token of the link in a mail. */
export const tokenIn = ({ text }: MailJob): string => /#([\w-]{43})(\s|$)/.exec(text)![1]!;
