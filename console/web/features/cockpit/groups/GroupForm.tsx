import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { z } from 'zod';
import {
  AlarmGroupDraft,
  createAlarmGroup,
  findGroupMembers,
  updateAlarmGroup,
  type AlarmGroup,
} from '#schemas/cockpit/group-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { groupsQuery } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';

/** The draft keeps the names of the members; the contract has their ids. */
type GroupDraft = Pick<AlarmGroup, 'name' | 'members'>;
type Member = AlarmGroup['members'][number];

interface MemberProps {
  readonly members: readonly Member[];
  readonly onChange: (members: Member[]) => void;
}

function MemberPicker({ members, onChange }: MemberProps) {
  const text = useCockpitTexts();
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    ...routeQuery(findGroupMembers, { query: { search } }),
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

const newGroup: GroupDraft = { name: '', members: [] };
const fieldByCode = { NAME_TAKEN: 'name' } as const;

const focusName = (): void => document.getElementById('name')?.focus();

const toGroupDraft = ({ name, members }: GroupDraft): AlarmGroupDraft => ({
  name,
  members: members.map(({ id }) => id),
});
const GroupDraftContract = z.preprocess((draft: GroupDraft) => toGroupDraft(draft), AlarmGroupDraft);

interface Props {
  /** Undefined for a new group. */
  readonly group: AlarmGroup | undefined;
  readonly onClose: () => void;
}

function useGroupForm({ group, onClose }: Props) {
  const text = useCockpitTexts();
  const cache = useQueryCache();
  const form = useForm<GroupDraft>({
    initial: group === undefined ? newGroup : { name: group.name, members: group.members },
    contract: GroupDraftContract,
    fieldByCode,
    async store(draft) {
      const body = toGroupDraft(draft);
      try {
        await (group === undefined
          ? call(createAlarmGroup, { body })
          : call(updateAlarmGroup, {
              params: { group: group.id },
              body: { ...body, version: group.version },
            }));
      } catch (problem) {
        focusName();
        void cache.refresh(groupsQuery.queryKey);
        throw problem;
      }
    },
    done: ({ name }) => text('saved', { name }),
    touches: [groupsQuery.queryKey],
    onSaved: onClose,
    onClosed: onClose,
  });
  return { ...form, save: () => (form.check() ? form.save() : focusName()) };
}

/** Name and members of a group. */
export function GroupForm(props: Props) {
  const { group } = props;
  const text = useCockpitTexts();
  const form = useGroupForm(props);
  const { members } = form.draft;
  const change = (next: Member[]) => form.change({ members: next });
  const title = group === undefined ? text('newGroup') : text('editGroup', { name: group.name });
  return (
    <FormDialog title={title} form={form} action={text('save')} width={480}>
      <TextField required {...entryOf(form, 'name')} label={text('groupName')} />
      <MemberPicker members={members} onChange={change} />
      <MemberList members={members} onChange={change} />
    </FormDialog>
  );
}
