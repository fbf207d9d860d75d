import { useState } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { Assignee } from '#schemas/alerting/mark.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useAssign } from './use-assign.ts';
import { assigneeKey, useAssignees } from './use-assignees.ts';
import { useAssignmentTexts } from './texts/en.ts';

interface Props {
  /** Those that were selected when the dialog was opened. */
  readonly alarms: readonly AlarmRow[];
  readonly customerId: number;
  readonly onClose: () => void;
}

const SHOWN_NAMES = 3;

/** Where the alarm runs, or the names of the first ones. */
function useLead(alarms: readonly AlarmRow[]): string {
  const text = useAssignmentTexts();
  const [first] = alarms;
  if (first !== undefined && alarms.length === 1) return `${first.siteName} · ${first.elementName}`;
  const names = alarms.slice(0, SHOWN_NAMES).map(({ name, elementName }) => `${name} · ${elementName}`);
  const remaining = alarms.length - names.length;
  return [...names, ...(remaining > 0 ? [text('more', { count: remaining })] : [])].join(', ');
}

/** Assigns one or many running alarms to a user or a role, or removes their assignments. The user is chosen at first. */
export function AssignDialog({ alarms, customerId, onClose }: Props) {
  const text = useAssignmentTexts();
  const ui = useUiTexts();
  const { assign, isPending } = useAssign(customerId);
  const { me, found, options, more, setSearch } = useAssignees(customerId);
  const [to, setTo] = useState(me);
  const [only] = alarms.length === 1 ? alarms : [];
  const assigned = alarms.filter((alarm) => alarm.assigned !== undefined);
  const change = (alarmsToChange: readonly AlarmRow[], assignee: Assignee | undefined) =>
    assign({ alarms: alarmsToChange, to: assignee }, onClose);
  const isFound = found.has(assigneeKey(to));
  return (
    <Dialog
      open
      title={
        only === undefined
          ? text('titleMany', { count: alarms.length })
          : text('titleOne', { alarm: only.name })
      }
      onClose={onClose}
    >
      <p className="tt-muted tt-dialog-lead">{useLead(alarms)}</p>
      <Form
        label={text('assign')}
        onSubmit={() => change(alarms, to)}
        actions={
          <>
            {assigned.length > 0 && (
              <Button kind="quiet" busy={isPending} onClick={() => change(assigned, undefined)}>
                {text('remove')}
              </Button>
            )}
            <Button onClick={onClose}>{ui('cancel')}</Button>
            <Button kind="primary" type="submit" busy={isPending}>
              {text('assign')}
            </Button>
          </>
        }
      >
        <Picker
          first
          label={text('assignee')}
          description={text(more ? 'moreFound' : 'hint')}
          nothingFound={text('noneFound')}
          options={isFound ? options : [{ value: assigneeKey(to), label: to.name }, ...options]}
          value={assigneeKey(to)}
          onSearch={setSearch}
          onChange={(value) => {
            setTo(found.get(value) ?? to);
            setSearch('');
          }}
        />
      </Form>
    </Dialog>
  );
}
