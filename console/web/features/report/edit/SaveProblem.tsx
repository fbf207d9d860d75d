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

/** Says why a report was not saved; a version that another user saved first is not overwritten without a decision. */
export function SaveProblem({ control }: { readonly control: ReportControl }) {
  const text = useReportTexts();
  const words = useDashboardTexts();
  const language = useLanguage();
  const { api, change } = useReportPlace();
  const cache = useReportCache(api);
  const { run, isPending } = useAction([]);
  const [obstacle, setObstacle] = useState<Obstacle>();
  const { actor } = control;
  const say = (problem: unknown): void =>
    showToast({
      text: `${problemText('REPORT_SAVE_FAILED', language)} ${sentenceOf(problem, language)}`,
      tone: 'bad',
    });
  const onFailed = useEffectEvent((problem: unknown) => {
    const { base } = actor.getSnapshot().context;
    const isProblem = problem instanceof ApiProblem;
    if (isProblem && (problem.status === 404 || problem.status === 410)) setObstacle({ is: 'deleted' });
    else if (isProblem && problem.code === 'CONFLICT' && base !== undefined)
      api.read(base.id).then((theirs) => setObstacle({ is: 'saved', theirs }), say);
    else say(problem);
  });
  useEffect(() => {
    const { unsubscribe } = actor.on('save failed', ({ problem }) => onFailed(problem));
    return unsubscribe;
  }, [actor]);
  if (obstacle === undefined) return null;
  const close = (): void => setObstacle(undefined);
  const copyMine = (): void => {
    const { history } = actor.getSnapshot().context.report;
    const written = reportContentFrom(history.value, language);
    const draft = { ...written, name: words('copyName', { name: control.name }) };
    run(() => api.create({ ...draft, visibility: 'private' }), {
      onDone(saved) {
        cache(saved);
        if (obstacle.is === 'saved') actor.send({ type: 'take', entry: obstacle.theirs });
        else actor.send({ type: 'discard' });
        close();
        change({ open: saved.id, edit: false, setup: false, dashlet: undefined });
      },
      onProblem: say,
    });
  };
  const saveOver = (theirs: ReportEntry): void => {
    const { history } = actor.getSnapshot().context.report;
    const visibility = theirs.visibility === 'private' ? 'private' : 'public';
    run(() => api.update(theirs, { ...reportContentFrom(history.value, language), visibility }), {
      done: (saved) => ({ text: text('saved', { name: shownName(saved, language) }) }),
      onDone(saved) {
        cache(saved);
        actor.send({ type: 'take', entry: saved });
        close();
      },
      onProblem: say,
    });
  };
  const actions = (
    <>
      <Button onClick={close}>{text('decideLater')}</Button>
      <Button busy={isPending} onClick={copyMine}>
        {text('saveCopy')}
      </Button>
      {obstacle.is === 'saved' && (
        <>
          <Button
            onClick={() => {
              cache(obstacle.theirs);
              actor.send({ type: 'take', entry: obstacle.theirs });
              close();
            }}
          >
            {text('takeTheirs')}
          </Button>
          <Button kind="danger" busy={isPending} onClick={() => saveOver(obstacle.theirs)}>
            {text('saveMine')}
          </Button>
        </>
      )}
    </>
  );
  return (
    <Dialog
      open
      title={text(obstacle.is === 'saved' ? 'changedElsewhere' : 'deletedElsewhere')}
      width={560}
      actions={actions}
      onClose={close}
    >
      <p>
        {obstacle.is === 'saved'
          ? text('changedElsewhereHint', { author: obstacle.theirs.author ?? '–' })
          : text('deletedElsewhereHint')}
      </p>
    </Dialog>
  );
}
