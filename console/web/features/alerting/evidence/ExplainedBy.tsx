import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useAlertSearch } from '../alert-search.ts';
import { useEvidenceTexts } from './texts/en.ts';

interface Props {
  readonly alarm: AlarmRow;
  /** Undefined if it is not shown. */
  readonly parent: AlarmRow | undefined;
  readonly cleared: boolean;
}

/** Which alarm explains this one, by which relation and since when, with a button that opens it. */
export function ExplainedBy({ alarm, parent, cleared }: Props) {
  const text = useEvidenceTexts();
  const { change } = useAlertSearch();
  const { parent: evidence } = alarm;
  if (evidence === undefined || cleared) return null;
  const { relation, since } = evidence;
  return (
    <>
      <dl className="tt-facts">
        <dt>{text('explainedBy')}</dt>
        <dd>
          {parent === undefined
            ? text('explainedHidden')
            : text(`explainedBy-${relation}`, { alarm: parent.name, element: parent.elementName })}
        </dd>
        <dt>{text('explainedSince')}</dt>
        <dd>
          <Time as="time" at={(since + alarm.length) * 1_000} />
        </dd>
        {since <= alarm.since && (
          <>
            <dt>{text('notification')}</dt>
            <dd>{text('notNotified')}</dd>
          </>
        )}
      </dl>
      {parent !== undefined && (
        <div className="tt-evidence-links">
          <Button onClick={() => change({ open: parent.id })}>{text('openParent')}</Button>
        </div>
      )}
    </>
  );
}
