import { useEffect, useEffectEvent, useState } from 'react';
import { problemText } from '#schemas/problem/problem.ts';
import { reportContentFrom } from '#schemas/report/translated.ts';
import type { ReportEntry } from '#schemas/report/entry.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useReportPlace } from '../report-place.ts';
import { useReportCache } from '../report-queries.ts';
import { useReportTexts } from '../texts/en.ts';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import type { ReportControl } from './report-control.ts';

/** What is in the way of a save: another user has saved or deleted the report. */
type Obstacle = { readonly is: 'saved'; readonly theirs: ReportEntry } | { readonly is: 'deleted' };

/** Says that a save failed; returns what is in the way. */
function useObstacle({ actor }: ReportControl) {
  const language = useLanguage();
  const { api } = useReportPlace();
  const [obstacle, setObstacle] = useState<Obstacle>();
  const say = (problem: unknown): void => {
    const failed = problemText('REPORT_SAVE_FAILED', language);
    showToast({ text: `${failed} ${sentenceOf(problem, language)}`, tone: 'bad' });
  };
  const onFailed = useEffectEvent((problem: unknown) => {
    const { base } = actor.getSnapshot().context;
    const isProblem = problem instanceof ApiProblem;
    if (isProblem && (problem.status === 404 || problem.status === 410)) setObstacle({ is: 'deleted' });
    else if (isProblem && problem.code === 'CONFLICT' && base !== undefined)
      api.read(base.id).then((theirs) => setObstacle({ is: 'saved', theirs }), say);
    else say(problem);
  });
  useEffect(() => {
    const subscription = actor.on('save failed', ({ problem }) => onFailed(problem));
    return () => subscription.unsubscribe();
  }, [actor]);
  return { obstacle, say, close: () => setObstacle(undefined) };
}

interface DecisionProps {
  readonly control: ReportControl;
  readonly obstacle: Obstacle;
  readonly say: (problem: unknown) => void;
  readonly close: () => void;
}

/** What the user decides about a draft that cannot be saved as it is. */
function useDecisions({ control: { actor, name }, obstacle, say, close }: DecisionProps) {
  const text = useReportTexts();
  const words = useDashboardTexts();
  const language = useLanguage();
  const { api, change } = useReportPlace();
  const cache = useReportCache(api);
  const { run, isPending } = useAction([]);
  const written = () => reportContentFrom(actor.getSnapshot().context.report.history.value, language);
  const take = (entry: ReportEntry): void => {
    cache(entry);
    actor.send({ type: 'take', entry });
    close();
  };
  return {
    isPending,
    take,
    copyMine: (): void =>
      run(() => api.create({ ...written(), name: words('copyName', { name }), visibility: 'private' }), {
        onDone(saved) {
          cache(saved);
          if (obstacle.is === 'saved') actor.send({ type: 'take', entry: obstacle.theirs });
          else actor.send({ type: 'discard' });
          close();
          change({ open: saved.id, edit: false, setup: false, dashlet: undefined });
        },
        onProblem: say,
      }),
    saveOver(theirs: ReportEntry): void {
      const visibility = theirs.visibility === 'private' ? 'private' : 'public';
      run(() => api.update(theirs, { ...written(), visibility }), {
        done: (saved) => ({ text: text('saved', { name: shownName(saved, language) }) }),
        onDone: take,
        onProblem: say,
      });
    },
  };
}

function Decision(props: DecisionProps) {
  const { obstacle, close } = props;
  const text = useReportTexts();
  const decisions = useDecisions(props);
  const { isPending } = decisions;
  const actions = (
    <>
      <Button onClick={close}>{text('decideLater')}</Button>
      <Button busy={isPending} onClick={() => decisions.copyMine()}>
        {text('saveCopy')}
      </Button>
      {obstacle.is === 'saved' && (
        <>
          <Button onClick={() => decisions.take(obstacle.theirs)}>{text('takeTheirs')}</Button>
          <Button kind="danger" busy={isPending} onClick={() => decisions.saveOver(obstacle.theirs)}>
            {text('saveMine')}
          </Button>
        </>
      )}
    </>
  );
  const title = text(obstacle.is === 'saved' ? 'changedElsewhere' : 'deletedElsewhere');
  return (
    <Dialog open title={title} width={560} actions={actions} onClose={close}>
      <p>
        {obstacle.is === 'saved'
          ? text('changedElsewhereHint', { author: obstacle.theirs.author ?? '–' })
          : text('deletedElsewhereHint')}
      </p>
    </Dialog>
  );
}

/** Says why a report was not saved; a version that another user saved first is not overwritten without a decision. */
export function SaveProblem({ control }: { readonly control: ReportControl }) {
  const { obstacle, say, close } = useObstacle(control);
  return obstacle === undefined ? null : (
    <Decision control={control} obstacle={obstacle} say={say} close={close} />
  );
}
