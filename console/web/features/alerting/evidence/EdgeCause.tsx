import type { Evidence } from '#schemas/alerting/alert.ts';
import type { Assigned } from '#schemas/alerting/mark.ts';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useEvidenceTexts } from './texts/en.ts';

type Edge = AlarmHistory['events'][number]['edge'];

function Muted({ parts }: { readonly parts: readonly string[] }) {
  return <span className="tt-muted">{parts.filter(Boolean).join(' · ')}</span>;
}

/** Why an alarm cleared without a measure. */
const clearedBy = {
  deleted: 'clearedDeleted',
  disabled: 'clearedDisabled',
  moved: 'clearedMoved',
} as const;
const isCleared = (edge: Edge, cause: string): cause is keyof typeof clearedBy =>
  edge === 'clear' && Object.hasOwn(clearedBy, cause);

const endedBy = { worse: 'endedWorse', expired: 'endedExpired' } as const;
const endsItself = (cause: string): cause is keyof typeof endedBy => Object.hasOwn(endedBy, cause);

function AssignmentCause({
  assigned,
  ended,
}: {
  readonly assigned: Assigned;
  readonly ended: string | undefined;
}) {
  const text = useEvidenceTexts();
  return <Muted parts={[text('assignedBy', { to: assigned.to.name, by: ended ?? assigned.by })]} />;
}

function AcknowledgementCause({
  edge,
  cause,
  acknowledged,
  by,
}: {
  readonly edge: Edge;
  readonly cause: string;
  readonly acknowledged: NonNullable<Evidence['acknowledged']>;
  readonly by: string;
}) {
  const text = useEvidenceTexts();
  const what = endsItself(cause) ? text(endedBy[cause]) : text('by', { by });
  const note = edge === 'acknowledge' ? acknowledged.note : '';
  return <Muted parts={[what, cause === 'kept' ? text('retainedAcknowledgement') : '', note]} />;
}

const isSeverityChange = (edge: Edge, before: Severity | undefined): before is Severity =>
  edge === 'change' && before !== undefined;

/** The user and the note, the reason why an acknowledgement ended, or the previous severity. */
export function EdgeCause({
  edge,
  evidence,
  cause,
}: Pick<AlarmHistory['events'][number], 'edge' | 'evidence' | 'cause'>) {
  const text = useEvidenceTexts();
  const ui = useUiTexts();
  const before = Severity.safeParse(cause).data;
  if (isSeverityChange(edge, before))
    return <Muted parts={[text('severityBefore', { severity: ui(before) })]} />;
  if (isCleared(edge, cause)) return <Muted parts={[text(clearedBy[cause])]} />;
  const { acknowledged, assigned, endedBy: ended, silenced } = evidence;
  if (assigned !== undefined) return <AssignmentCause assigned={assigned} ended={ended} />;
  // The author of a silence did not end it: it expired, or it no longer matches the alarm.
  if (silenced !== undefined)
    return <Muted parts={[edge === 'silence' ? text('by', { by: silenced.by }) : '', silenced.reason]} />;
  if (acknowledged === undefined) return null;
  return (
    <AcknowledgementCause
      edge={edge}
      cause={cause}
      acknowledged={acknowledged}
      by={ended ?? acknowledged.by}
    />
  );
}
