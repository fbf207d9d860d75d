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

interface EndedProps extends Pick<Props, 'nameOf'> {
  readonly run: AcceptanceRun;
}

function EndedAcceptance({ run, nameOf }: EndedProps) {
  const text = useAcceptanceTexts();
  const language = useLanguage();
  const { state, accepted, total, createdBy: by, endedAt, stopReason, held, failed } = run;
  const at = endedAt === null ? '' : formatMoment(msOf(endedAt), language);
  const values = { count: accepted, total: formatNumber(total, language), by, at };
  return (
    <Banner tone={failed.length > 0 || stopReason !== null ? 'warning' : 'info'}>
      <p>{text(state === 'finished' ? 'finished' : 'cancelled', values)}</p>
      {stopReason !== null && <p>{text(`stopped-${stopReason}`, { by })}</p>}
      {held > 0 && <p>{text('held', { count: held })}</p>}
      {failed.length > 0 && <FailedProposals failed={failed} nameOf={nameOf} />}
    </Banner>
  );
}

/** How far the acceptance of many proposals is, or how the last one ended. */
export function AcceptanceBanner({ run, nameOf, disabledReason, cancel, isCancelling }: Props) {
  const text = useAcceptanceTexts();
  const language = useLanguage();
  if (run === null || run === undefined) return null;
  if (run.state !== 'running')
    return (
      <div className="tt-acceptance">
        <EndedAcceptance run={run} nameOf={nameOf} />
      </div>
    );
  const done = formatNumber(run.done, language);
  const total = formatNumber(run.total, language);
  return (
    <div className="tt-acceptance">
      <Banner tone="info">{text('running', { done, total })}</Banner>
      <Button busy={isCancelling} disabledReason={disabledReason} onClick={cancel}>
        {text('cancelAcceptance')}
      </Button>
    </div>
  );
}
