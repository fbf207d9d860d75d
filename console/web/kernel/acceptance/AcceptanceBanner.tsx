import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatMoment, formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useAcceptanceTexts } from './use-acceptance-texts.ts';

/** While proposals are accepted, their list is read again at this interval. */
export const ACCEPTANCE_MS = 1_000;

interface Props {
  readonly run: AcceptanceRun | null | undefined;
  /** Names a proposal of the list. */
  readonly nameOf: (proposal: number) => string;
  readonly disabledReason: string | undefined;
  readonly onCancel: () => void;
}

interface FailedProps extends Pick<AcceptanceRun, 'failed'> {
  readonly nameOf: Props['nameOf'];
}

function FailedProposals({ failed, nameOf }: FailedProps) {
  const text = useAcceptanceTexts();
  return (
    <>
      <p>{text('failed', { count: failed.length })}</p>
      <ul>
        {failed.map(({ proposal, reason }) => (
          <li key={proposal}>{text('failedProposal', { name: nameOf(proposal), reason })}</li>
        ))}
      </ul>
    </>
  );
}

/** How far the acceptance of many proposals is, or how the last one ended. */
export function AcceptanceBanner({ run, nameOf, disabledReason, onCancel }: Props) {
  const text = useAcceptanceTexts();
  const language = useLanguage();
  if (run === null || run === undefined) return null;
  if (run.state === 'running')
    return (
      <Banner tone="info">
        {text('running', {
          done: formatNumber(run.done, language),
          total: formatNumber(run.total, language),
        })}{' '}
        <Button disabledReason={disabledReason} onClick={onCancel}>
          {text('cancel')}
        </Button>
      </Banner>
    );
  const ended = {
    ...{ count: run.accepted, total: formatNumber(run.total, language), by: run.createdBy },
    at: run.endedAt === null ? '' : formatMoment(msOf(run.endedAt), language),
  };
  return (
    <Banner tone={run.failed.length > 0 || run.stopReason !== null ? 'warning' : 'info'}>
      <p>{text(run.state === 'finished' ? 'finished' : 'cancelled', ended)}</p>
      {run.stopReason !== null && <p>{text(`stopped-${run.stopReason}`, { by: run.createdBy })}</p>}
      {run.held > 0 && <p>{text('held', { count: run.held })}</p>}
      {run.failed.length > 0 && <FailedProposals failed={run.failed} nameOf={nameOf} />}
    </Banner>
  );
}
