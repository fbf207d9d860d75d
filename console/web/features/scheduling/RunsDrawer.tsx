import { useQuery } from '@tanstack/react-query';
import { listSchedulingRuns, revokeRunLinks } from '#schemas/scheduling/routes.ts';
import type { RunRendering, SchedulingRun } from '#schemas/scheduling/run.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { MailRecipients } from '#web/kernel/notification/MailRecipients.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { RunState, useRunReason } from './RunState.tsx';
import { useSchedulingTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly scheduling: ReportSchedule;
  readonly onClose: () => void;
}

/** A run continues by itself. */
const REFRESH_MS = 5_000;

function Rendering({ rendering }: { readonly rendering: RunRendering }) {
  const text = useSchedulingTexts();
  const { report, format, state, progress, isLinked, isRevoked, expiresAt } = rendering;
  const isRunning = state === 'running' && progress.total > 0;
  return (
    <li>
      {report ?? text('hiddenReport')} ({format.toUpperCase()}){' '}
      <span className="tt-muted">{isRunning ? text('pages', progress) : text(`rendering-${state}`)}</span>
      {isLinked && (
        <span className="tt-muted">
          {', '}
          {isRevoked ? (
            text('isRevoked')
          ) : (
            <>
              {text('asLink')} {text('linkUntil')} <Time at={msOf(expiresAt)} as="time" />
            </>
          )}
        </span>
      )}
    </li>
  );
}

function RunDetails({
  customerId,
  scheduling,
  run,
}: Omit<Props, 'onClose'> & { readonly run: SchedulingRun }) {
  const text = useSchedulingTexts();
  const reasonOf = useRunReason();
  const disabledReason = useDisabledReason(revokeRunLinks);
  const { run: revoke } = useRouteAction(revokeRunLinks, { touches: [listSchedulingRuns] });
  const reason = reasonOf(run);
  const hasLinks = run.renderings.some(({ isLinked, isRevoked }) => isLinked && !isRevoked);
  const params = { customerId, schedulingId: scheduling.id, runId: run.id };
  return (
    <li className="tt-run">
      <p>
        <RunState run={run} /> <span className="tt-muted">{text(`cause-${run.cause}`)}</span>
      </p>
      {reason !== '' && <p>{reason}</p>}
      {run.alarms > 0 && <p className="tt-muted">{text('countEvents', { count: run.alarms })}</p>}
      {run.renderings.length > 0 && (
        <ul className="tt-run-lines">
          {run.renderings.map((rendering) => (
            <Rendering key={rendering.id} rendering={rendering} />
          ))}
        </ul>
      )}
      <MailRecipients recipients={run.recipients} />
      {hasLinks && (
        <Button
          disabledReason={disabledReason}
          onClick={() => revoke({ params }, { done: text('wasRevoked') })}
        >
          {text('revoke')}
        </Button>
      )}
    </li>
  );
}

/** The last runs of a schedule: when, with which result and why, and who got it. */
export function RunsDrawer({ customerId, scheduling, onClose }: Props) {
  const text = useSchedulingTexts();
  const language = useLanguage();
  const label = text('runsTitle', { name: scheduling.name });
  const query = useQuery({
    ...routeQuery(listSchedulingRuns, { params: { customerId, schedulingId: scheduling.id } }),
    refetchInterval: REFRESH_MS,
  });
  const state =
    query.data?.runs.length === 0
      ? ({ is: 'empty', title: text('noRuns') } as const)
      : panelStateOf(query, language);
  return (
    <Drawer title={<h2>{label}</h2>} label={label} onClose={onClose}>
      <Panel label={label} state={state}>
        <ol className="tt-runs">
          {query.data?.runs.map((run) => (
            <RunDetails key={run.id} customerId={customerId} scheduling={scheduling} run={run} />
          ))}
        </ol>
      </Panel>
    </Drawer>
  );
}
