import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatMoment, formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useProblemSentence } from '../api/use-problem-sentence.ts';
import { useAcceptanceTexts } from './texts/en.ts';
import './acceptance.css';

interface Props {
  readonly run: AcceptanceRun | null | undefined;
  /** The name of a proposal; undefined: it is not listed. */
  readonly nameOf: (proposal: number) => string | undefined;
  readonly disabledReason: string | undefined;
  /** Ends after the current step. */
  readonly cancel: () => void;
  readonly isCancelling: boolean;
}

interface FailedProps extends Pick<AcceptanceRun, 'failed'> {
  readonly nameOf: Props['nameOf'];
}

function FailedProposals({ failed, nameOf }: FailedProps) {
  const text = useAcceptanceTexts();
  const sentenceOfCode = useProblemSentence(failed);
  return (
    <>
      <p>{text('failed', { count: failed.length })}</p>
      <ul>
        {failed.map(({ proposal, code, params }) => (
          <li key={proposal}>
            {text('failedProposal', {
              name: nameOf(proposal) ?? text('unlisted', { id: proposal }),
              reason: sentenceOfCode(code, params),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How far the acceptance of many proposals is, or how the last one ended. */
export function AcceptanceBanner({ run, nameOf, disabledReason, cancel, isCancelling }: Props) {
  const text = useAcceptanceTexts();
  const language = useLanguage();
  if (run === null || run === undefined) return null;
  if (run.state === 'running')
    return (
      <div className="tt-acceptance">
        <Banner tone="info">
          {text('running', {
            done: formatNumber(run.done, language),
            total: formatNumber(run.total, language),
          })}
        </Banner>
        <Button busy={isCancelling} disabledReason={disabledReason} onClick={cancel}>
          {text('cancelAcceptance')}
        </Button>
      </div>
    );
  const ended = {
    count: run.accepted,
    total: formatNumber(run.total, language),
    by: run.createdBy,
    at: run.endedAt === null ? '' : formatMoment(msOf(run.endedAt), language),
  };
  return (
    <div className="tt-acceptance">
      <Banner tone={run.failed.length > 0 || run.stopReason !== null ? 'warning' : 'info'}>
        <p>{text(run.state === 'finished' ? 'finished' : 'cancelled', ended)}</p>
        {run.stopReason !== null && <p>{text(`stopped-${run.stopReason}`, { by: run.createdBy })}</p>}
        {run.held > 0 && <p>{text('held', { count: run.held })}</p>}
        {run.failed.length > 0 && <FailedProposals failed={run.failed} nameOf={nameOf} />}
      </Banner>
    </div>
  );
}
