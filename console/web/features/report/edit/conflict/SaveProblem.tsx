import { useEffect, useEffectEvent, useState } from 'react';
import { problemText } from '#schemas/problem/problem.ts';
import { reportDifference } from '#schemas/report/difference.ts';
import { reportContentFrom } from '#schemas/report/translated.ts';
import type { ReportContent, ReportEntry } from '#schemas/report/entry.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DeletedDialog, MergeDialog } from '../../../dashboard/edit/conflict/ConflictDialogs.tsx';
import { useDashboardTexts } from '../../../dashboard/texts/en.ts';
import { useReportPlace } from '../../report-place.ts';
import { useReportCache } from '../../report-queries.ts';
import { useReportTexts } from '../../texts/en.ts';
import { ReportDifferenceList } from '../../view/ReportDifferenceList.tsx';
import type { ReportControl } from '../report-control.ts';
import { mergeReports } from './merge-reports.ts';
import { useShownReportCollision } from './use-shown-report-collision.ts';

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
    /** Saves the merge of both as a draft is saved; rejected, it is the draft. */
    saveMerged(theirs: ReportEntry, merge: (mine: ReportContent) => ReportContent): void {
      close();
      actor.send({ type: 'merge', entry: theirs, merge });
      actor.send({ type: 'save' });
    },
  };
}

type Decisions = ReturnType<typeof useDecisions>;

interface MergeProps extends Pick<DecisionProps, 'control' | 'close'> {
  readonly theirs: ReportEntry;
  readonly decisions: Decisions;
}

function Merge({ control, close, theirs, decisions }: MergeProps) {
  const shown = useShownReportCollision();
  const { contentOf, unchanged, report } = control.actor.getSnapshot().context;
  const mine = report.history.value;
  const contents = { base: unchanged ?? mine, theirs: contentOf(theirs), mine };
  return (
    <MergeDialog
      name={contents.base.name}
      theirs={<ReportDifferenceList difference={reportDifference(contents.base, contents.theirs)} />}
      yours={<ReportDifferenceList difference={reportDifference(contents.base, mine)} />}
      isSaving={decisions.isPending}
      collisionsWith={(choices) => mergeReports(contents, choices).collisions.map(shown)}
      onTheirs={() => decisions.take(theirs)}
      onCopy={decisions.copyMine}
      onMine={() => decisions.saveOver(theirs)}
      onMerge={(choices) =>
        decisions.saveMerged(theirs, (draft) => mergeReports({ ...contents, mine: draft }, choices).content)
      }
      onClose={close}
    />
  );
}

function Decision(props: DecisionProps) {
  const { control, obstacle, close } = props;
  const decisions = useDecisions(props);
  if (obstacle.is === 'saved')
    return (
      <Merge
        key={obstacle.theirs.version}
        control={control}
        close={close}
        theirs={obstacle.theirs}
        decisions={decisions}
      />
    );
  const { unchanged, report } = control.actor.getSnapshot().context;
  const mine = report.history.value;
  return (
    <DeletedDialog
      name={mine.name}
      yours={<ReportDifferenceList difference={reportDifference(unchanged ?? mine, mine)} />}
      isSaving={decisions.isPending}
      onCopy={decisions.copyMine}
      onClose={close}
    />
  );
}

/** Says why a report was not saved; a version that another user saved first is not overwritten without a decision. */
export function SaveProblem({ control }: { readonly control: ReportControl }) {
  const { obstacle, say, close } = useObstacle(control);
  return obstacle === undefined ? null : (
    <Decision control={control} obstacle={obstacle} say={say} close={close} />
  );
}
