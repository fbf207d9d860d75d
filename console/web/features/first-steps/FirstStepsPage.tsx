import { Suspense, useState } from 'react';
import { markFirstSteps } from '#schemas/first-steps/first-steps.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useFirstStepsSearch } from './first-steps-search.ts';
import { useFirstSteps, useMarkSteps } from './first-steps-queries.ts';
import { StepRow } from './StepRow.tsx';
import { useFirstStepTexts } from './texts/en.ts';
import './first-steps.css';

const AddDeviceDialog = lazyOverlay(
  () => import('#web/kernel/add-device/AddDeviceDialog.tsx'),
  'AddDeviceDialog',
);

/** Ends the checklist where steps are open. */
function SkipAll() {
  const text = useFirstStepTexts();
  const [isOpen, setOpen] = useState(false);
  const { data } = useFirstSteps();
  const marking = useMarkSteps();
  const disabledReason = useDisabledReason(markFirstSteps);
  const open = data?.steps.flatMap(({ step, state }) => (state === 'open' ? [step] : [])) ?? [];
  const skip = () => {
    marking.run({ body: { steps: open, mark: 'not-needed' } });
    setOpen(false);
  };
  if (open.length === 0) return null;
  return (
    <>
      <Button disabledReason={disabledReason} busy={marking.isPending} onClick={() => setOpen(true)}>
        {text('skipAll')}
      </Button>
      <ConfirmDialog
        title={text('skipTitle')}
        consequence={text('skipConsequence')}
        action={text('skipAction')}
        open={isOpen}
        onConfirm={skip}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Checklist() {
  const text = useFirstStepTexts();
  const language = useLanguage();
  const query = useFirstSteps();
  const steps = query.data?.steps ?? [];
  const isSettled = steps.every(({ state }) => state !== 'open');
  return (
    <Panel label={text('checklist')} state={panelStateOf(query, language)}>
      {isSettled && (
        <p className="tt-steps-settled" role="status">
          {text('settled')}
        </p>
      )}
      <ol className="tt-steps">
        {steps.map((step) => (
          <StepRow key={step.step} step={step} />
        ))}
      </ol>
    </Panel>
  );
}

function Progress() {
  const text = useFirstStepTexts();
  const { data } = useFirstSteps();
  if (data === undefined) return null;
  const done = data.steps.filter(({ state }) => state !== 'open').length;
  return (
    <span className="tt-muted">{text('progress', { done: String(done), count: data.steps.length })}</span>
  );
}

/** The checklist of a new installation, with the form of a device. */
export function FirstStepsPage() {
  const text = useFirstStepTexts();
  const { search, change } = useFirstStepsSearch();
  const address = search.address ?? '';
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<Progress />} actions={<SkipAll />} />
      <div className="tt-page-body tt-steps-page">
        <Checklist />
      </div>
      {search.edit === 'new' && (
        <Suspense>
          <AddDeviceDialog
            key={address}
            address={address}
            onClose={() => change({ edit: undefined, address: undefined })}
          />
        </Suspense>
      )}
    </div>
  );
}
