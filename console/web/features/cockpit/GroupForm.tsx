import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import {
  createAlarmGroup,
  findGroupMembers,
  saveAlarmGroup,
  type AlarmGroup,
} from '#schemas/cockpit/group-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { groupsQuery } from './cockpit-queries.ts';
import { faultText } from './fault-text.ts';
import { useCockpitTexts } from './use-cockpit-texts.ts';

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

/** Name and members of a group. */
export function GroupForm({
  group,
  onClose,
}: {
  readonly group: AlarmGroup | undefined;
  readonly onClose: () => void;
}) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly Member[]>(group?.members ?? []);
  const [attempted, setAttempted] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const body = { name, members: members.map(({ id }) => id) };
      return group === undefined
        ? call(createAlarmGroup, { body })
        : call(saveAlarmGroup, { params: { group: group.id }, body: { ...body, version: group.version } });
    },
    onSuccess: () => {
      showToast({ text: text('saved', { name }) });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: groupsQuery.queryKey }),
  });
  const isUnnamed = name.trim() === '';
  const submit = () => {
    setAttempted(true);
    if (!isUnnamed) mutate();
  };
  return (
    <Form
      label={text('groups')}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button kind="primary" type="submit" busy={isPending}>
            {text('save')}
          </Button>
        </>
      }
    >
      {error !== null && <Banner tone="bad">{sentenceOf(error, language)}</Banner>}
      <TextField
        required
        label={text('groupName')}
        value={name}
        error={attempted && isUnnamed ? faultText({ code: 'REQUIRED' }, language) : undefined}
        onChange={setName}
      />
      <MemberPicker members={members} onChange={setMembers} />
      <MemberList members={members} onChange={setMembers} />
    </Form>
  );
}
