import { IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { markFirstSteps, type FirstStep } from '#schemas/first-steps/first-steps.ts';
import { isDoneByHand } from '#schemas/first-steps/step-state.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useMarkSteps } from './first-steps-queries.ts';
import { StepFacts } from './StepFacts.tsx';
import { useFirstStepTexts } from './texts/en.ts';

const icons = {
  open: <IconCircleDashed size={20} aria-hidden />,
  done: <IconCircleCheckFilled size={20} aria-hidden />,
  'not-needed': <IconCircleMinus size={20} aria-hidden />,
} as const;

/** Marks of an open step, or the way back of a marked one. What is there needs no mark. */
function Marks({ step: { step, state, facts } }: { readonly step: FirstStep }) {
  const text = useFirstStepTexts();
  const marking = useMarkSteps();
  const disabledReason = useDisabledReason(markFirstSteps);
  const isByHand = isDoneByHand({ step, facts });
  const isMarked = state === 'not-needed' || (isByHand && state === 'done');
  const button = (label: string, mark: 'done' | 'not-needed' | null) => (
    <Button
      kind="quiet"
      busy={marking.isPending}
      disabledReason={disabledReason}
      onClick={() => marking.run({ body: { steps: [step], mark } })}
    >
      {label}
    </Button>
  );
  if (isMarked) return button(text('unmark'), null);
  if (state === 'done') return null;
  return (
    <>
      {isByHand && button(text('markDone'), 'done')}
      {button(text('markNotNeeded'), 'not-needed')}
    </>
  );
}

/** A step with its state, its facts and its marks. */
export function StepRow({ step }: { readonly step: FirstStep }) {
  const text = useFirstStepTexts();
  const title = text(`step-${step.step}`);
  return (
    <li className="tt-step" data-state={step.state} aria-label={title}>
      <span className="tt-step-icon">{icons[step.state]}</span>
      <div className="tt-step-title">
        <h2>{title}</h2>
        <span className="tt-step-state">{text(`state-${step.state}`)}</span>
      </div>
      <div className="tt-step-marks">
        <Marks step={step} />
      </div>
      <div className="tt-step-facts">
        <StepFacts step={step} />
      </div>
    </li>
  );
}
