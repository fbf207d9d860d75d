import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sendHandover } from '#schemas/alerting/handover-mail-routes.ts';
import { jobSubject, type MailJob } from '#schemas/notification/job.ts';
import { displayName, type Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { requireMailServer } from '#server/shared/notification/require-mail-server.ts';
import type { AssigneeRepository } from '../handling/assignee-repository.ts';
import { publishAll, type CommandNeeds } from '../send-command.ts';

interface HandoverNeeds extends Pick<CommandNeeds, 'bus' | 'clock'> {
  readonly db: Db;
  readonly ids: IdSource;
  readonly assignees: AssigneeRepository;
}

const isAddress = ({ email }: Caller): boolean => z.email().safeParse(email).success;

/** Hand-over summaries by mail: to users whom the caller sees, at the addresses of their accounts, so that it is no relay. */
export function handoverPlugin(app: FastifyInstance, { db, ids, assignees, ...needs }: HandoverNeeds): void {
  serve(app, sendHandover, async ({ caller, params: { customerId: customer }, body, audit }) => {
    const found = await assignees.find({ caller, customer }, body.to);
    if (found === undefined)
      throw new ProblemError('ASSIGNEE_UNKNOWN', { errors: [{ path: 'body.to', code: 'ASSIGNEE_UNKNOWN' }] });
    await requireMailServer(db);
    const { to, members } = found;
    const reached = members.filter(isAddress);
    if (reached.length === 0) throw new ProblemError('SCHEDULING_NO_EMAILS');
    const job: MailJob = {
      kind: 'mail',
      key: `handover-${ids.uuid()}`,
      sinceMs: needs.clock.now().getTime(),
      to: [...new Set(reached.map(({ email }) => email))].slice(0, MAX_RECIPIENTS),
      subject: body.subject,
      text: `${body.text}\n\n${displayName(caller)}\n`,
    };
    await publishAll(needs, [{ subject: jobSubject('mail'), value: job }]);
    await audit(db, {
      action: 'alarm.handover',
      subject: 'customer',
      subjectId: customer,
      subjectName: body.subject,
      customer,
      after: { assignee: to.name },
    });
    return {
      to: to.name,
      sent: job.to.length,
      withoutMail: members.filter((member) => !isAddress(member)).map(displayName),
    };
  });
}

/** Of one mail. */
const MAX_RECIPIENTS = 200;
