import { z } from 'zod';
import type { Bus } from '#platform/bus/bus.ts';
import { MAIL_CONTENT, MailContent, MailJob, jobSubject } from '#schemas/notification/job.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

/** A mail as its reader gets it. */
export type ReadMail = MailJob & MailContent;

const SUBJECT = jobSubject('mail');
const NextMessage = z.object({
  message: z.object({ seq: z.int(), data: z.string().optional() }).optional(),
});

function readMail(mail: MailJob): ReadMail {
  // The queue holds no link that could be followed.
  if (mail.sealed === undefined) throw new Error('a mail about an account stands in the queue as it is');
  return { ...mail, ...MailContent.parse(JSON.parse(testSecrets.open(mail.sealed, MAIL_CONTENT))) };
}

/** The first mail of the queue from this sequence on (NATS JetStream API, `STREAM.MSG.GET`). */
async function nextMail(bus: Bus, fromSeq: number) {
  const request = JSON.stringify({ seq: fromSeq, next_by_subj: SUBJECT });
  const reply = await bus.request('$JS.API.STREAM.MSG.GET.JOBS', request);
  const { message } = NextMessage.parse(JSON.parse(Buffer.from(reply).toString()));
  if (message === undefined) return undefined;
  const mail = MailJob.parse(JSON.parse(Buffer.from(message.data ?? '', 'base64').toString()));
  return { seq: message.seq, mail };
}

/** The newest mail in the queue to this address, once there is one that `is` it; mails to others may come after it. */
export const mailTo = (
  { stack: { bus } }: ServerUnderTest,
  address: string,
  is: (mail: ReadMail) => boolean = () => true,
): Promise<ReadMail> =>
  eventually(async () => {
    let newest: ReadMail | undefined;
    let next = await nextMail(bus, 1);
    while (next !== undefined) {
      const read = next.mail.to.includes(address) ? readMail(next.mail) : undefined;
      if (read !== undefined && is(read)) newest = read;
      next = await nextMail(bus, next.seq + 1);
    }
    return newest;
  });

/** The token of the link in a mail. */
export const tokenIn = ({ text }: MailContent): string => /#([\w-]{43})(\s|$)/.exec(text)![1]!;
