import { useRef, useState } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import {
  createAlarmGroup,
  findGroupMembers,
  updateAlarmGroup,
  type AlarmGroup,
  type AlarmGroupDraft,
} from '#schemas/cockpit/group-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { LeaveQuestion } from '../LeaveQuestion.tsx';
import { groupsQuery } from '../cockpit-queries.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import { rejectedFields } from '../rejected-fields.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';

type Member = AlarmGroup['members'][number];

interface MemberProps {
  readonly members: readonly Member[];
  readonly onChange: (members: readonly Member[]) => void;
}

function MemberPicker({ members, onChange }: MemberProps) {
  const text = useCockpitTexts();
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: ['cockpit', 'accounts', search],
    queryFn: ({ signal }) => call(findGroupMembers, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  const accounts = (data?.accounts ?? []).filter(({ id }) => members.every((member) => member.id !== id));
  return (
    <Picker
      label={text('addMember')}
      placeholder={text('findAccount')}
      nothingFound={text('noAccount')}
      options={accounts.map(({ id, name, username }) => ({
        value: String(id),
        label: name,
        right: username,
      }))}
      value={null}
      onSearch={setSearch}
      onChange={(id) => onChange([...members, ...accounts.filter((account) => String(account.id) === id)])}
    />
  );
}

function MemberList({ members, onChange }: MemberProps) {
  const text = useCockpitTexts();
  if (members.length === 0) return <p className="tt-muted">{text('noMembers')}</p>;
  return (
    <ul className="tt-groups">
      {members.map(({ id, name, username }) => (
        <li key={id} className="tt-group" data-member="true">
          <span className="tt-ellipsis">{name}</span>
          <span className="tt-muted">{username}</span>
          <IconButton
            small
            label={text('removeMember', { name })}
            icon={<IconX size={14} />}
            onClick={() => onChange(members.filter((member) => member.id !== id))}
          />
        </li>
      ))}
    </ul>
  );
}

function useGroupSaving(group: AlarmGroup | undefined, onSaved: (name: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AlarmGroupDraft) =>
      group === undefined
        ? call(createAlarmGroup, { body })
        : call(updateAlarmGroup, { params: { group: group.id }, body: { ...body, version: group.version } }),
    onSuccess: ({ name }) => onSaved(name),
    onSettled: () => queries.invalidateQueries({ queryKey: groupsQuery.queryKey }),
  });
}

const noGroup: Pick<AlarmGroup, 'name' | 'members'> = { name: '', members: [] };

interface Props {
  readonly group: AlarmGroup | undefined;
  readonly onClose: () => void;
}

/** Name and members of a group. */
export function GroupForm({ group, onClose }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const begin = group ?? noGroup;
  const [name, setName] = useState(begin.name);
  const [members, setMembers] = useState<readonly Member[]>(begin.members);
  const [attempted, setAttempted] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useGroupSaving(group, (saved) => {
    showToast({ text: text('saved', { name: saved }) });
    onClose();
  });
  const isUnnamed = name.trim() === '';
  const submit = () => {
    setAttempted(true);
    if (isUnnamed) field.current?.focus();
    else
      mutate(
        { name, members: members.map(({ id }) => id) },
        { onError: (problem) => rejectedFields(problem, ['name']).length > 0 && field.current?.focus() },
      );
  };
  const dirty = name !== begin.name || members !== begin.members;
  const close = () => (dirty ? setLeaving(true) : onClose());
  const actions = (
    <>
      <Button onClick={close}>{text('cancel')}</Button>
      <Button kind="primary" type="submit" busy={isPending}>
        {text('save')}
      </Button>
    </>
  );
  const title = group === undefined ? text('newGroup') : text('editGroup', { name: group.name });
  const [refused] = rejectedFields(error, ['name']);
  const missing = attempted && isUnnamed ? ({ code: 'REQUIRED' } as const) : refused;
  const fault = missing && cockpitFaultText(missing, language);
  return (
    <Dialog open title={title} onClose={close}>
      <Form label={text('groups')} onSubmit={submit} actions={actions}>
        {error !== null && refused === undefined && <Banner tone="bad">{sentenceOf(error, language)}</Banner>}
        <TextField
          {...{ ref: field, required: true, label: text('groupName'), value: name, error: fault }}
          onChange={setName}
        />
        <MemberPicker members={members} onChange={setMembers} />
        <MemberList members={members} onChange={setMembers} />
      </Form>
      {leaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />}
    </Dialog>
  );
}
