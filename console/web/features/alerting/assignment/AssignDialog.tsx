import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listAssignees } from '#schemas/alerting/assignment-routes.ts';
import type { Assignee } from '#schemas/alerting/mark.ts';
import { call } from '#web/kernel/api/call.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { useAssign } from './use-assign.ts';
import { useAssignmentTexts } from './use-assignment-texts.ts';

interface Props {
  /** Those that were selected when the dialog was opened. */
  readonly alarms: readonly AlarmRow[];
  readonly customerId: number;
  readonly onClose: () => void;
}

const SHOWN_NAMES = 3;

const keyOf = ({ kind, id }: Pick<Assignee, 'kind' | 'id'>): string => `${kind}:${String(id)}`;

/** The user first, then the users and roles that match what is typed. */
function useAssignees(customerId: number) {
  const text = useAssignmentTexts();
  const { user } = useSession();
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: ['alarm-assignees', customerId, search],
    queryFn: ({ signal }) => call(listAssignees, { params: { customerId }, query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const me: Assignee = { kind: 'user', id: user.id, name };
  const users = (data?.users ?? []).filter(({ id }) => id !== user.id);
  const found = new Map<string, Assignee>([
    [keyOf(me), me],
    ...users.map(({ id, name: of }) => [`user:${String(id)}`, { kind: 'user', id, name: of }] as const),
    ...(data?.roles ?? []).map(
      ({ id, name: of }) => [`role:${String(id)}`, { kind: 'role', id, name: of }] as const,
    ),
  ]);
  const usernames = new Map(users.map(({ id, username }) => [`user:${String(id)}`, username]));
  const options = [...found].map(([value, { kind, name: of }]) => ({
    value,
    label: value === keyOf(me) ? text('me', { name }) : of,
    right: kind === 'role' ? text('role') : (usernames.get(value) ?? user.username),
    group: text(kind === 'role' ? 'roles' : 'users'),
  }));
  return { me, found, options, more: data?.more === true, setSearch };
}

/** Where the alarm runs, or the names of the first ones. */
function useLead(alarms: readonly AlarmRow[]): string {
  const text = useAssignmentTexts();
  const [first] = alarms;
  if (first !== undefined && alarms.length === 1) return `${first.siteName} · ${first.elementName}`;
  const names = alarms.slice(0, SHOWN_NAMES).map(({ name, elementName }) => `${name} · ${elementName}`);
  const rest = alarms.length - names.length;
  return [...names, ...(rest > 0 ? [text('more', { count: rest })] : [])].join(', ');
}

/** Assigns one or many running alarms to a user or a role, or removes their assignments. The user is chosen at first. */
export function AssignDialog({ alarms, customerId, onClose }: Props) {
  const text = useAssignmentTexts();
  const ui = useUiTexts();
  const assign = useAssign(customerId);
  const { me, found, options, more, setSearch } = useAssignees(customerId);
  const [to, setTo] = useState(me);
  const [only] = alarms.length === 1 ? alarms : [];
  const assigned = alarms.filter((alarm) => alarm.assigned !== undefined);
  const change = (alarmsToChange: readonly AlarmRow[], assignee: Assignee | undefined) =>
    assign.mutate({ alarms: alarmsToChange, to: assignee }, { onSuccess: onClose });
  const isFound = found.has(keyOf(to));
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
              <Button kind="quiet" busy={assign.isPending} onClick={() => change(assigned, undefined)}>
                {text('remove')}
              </Button>
            )}
            <Button onClick={onClose}>{ui('cancel')}</Button>
            <Button kind="primary" type="submit" busy={assign.isPending}>
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
          options={isFound ? options : [{ value: keyOf(to), label: to.name }, ...options]}
          value={keyOf(to)}
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
