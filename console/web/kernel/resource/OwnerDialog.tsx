import { useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { sharingRoutes, type Person, type SharedKind } from '#schemas/sharing/routes.ts';
import { isShared } from '#schemas/resource/access.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { call } from '../api/call.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useForm, type FormOf } from '../form/use-form.ts';
import { usePermission, useRefusal } from '../permission/use-permission.ts';
import { useSession } from '../session/session.ts';
import { readResourcesAgain } from './read-again.ts';
import { draftOf, shareOf } from './share-draft.ts';
import type { Shareable } from './shareable.ts';
import { useResourceTexts } from './use-resource-texts.ts';

interface Props {
  readonly kind: SharedKind;
  readonly resource: Shareable;
  readonly onClose: () => void;
}

const OwnerForm = z.object({ owner: z.number({ error: 'REQUIRED' }) });
type OwnerDraft = Readonly<Record<'owner', number | undefined>>;

const optionOf = ({ id, name, username }: Person) => ({ value: String(id), label: name, right: username });

function OwnerField({ kind, form }: { readonly kind: SharedKind; readonly form: FormOf<OwnerDraft> }) {
  const text = useResourceTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Person>();
  const { data } = useQuery({
    queryKey: ['sharing', kind, 'owners', search],
    queryFn: ({ signal }) => call(sharingRoutes[kind].owners, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  const found = data?.owners ?? [];
  const isFound = chosen === undefined || found.some(({ id }) => id === chosen.id);
  return (
    <Picker
      id="owner"
      label={text('ownerAnew')}
      description={data?.more === true ? text('ownerMore') : text('ownerWho')}
      placeholder={text('ownerFind')}
      nothingFound={text('noneFound')}
      required
      options={(isFound ? found : [chosen, ...found]).map(optionOf)}
      value={chosen === undefined ? null : String(chosen.id)}
      error={form.errorOf('owner')}
      onSearch={setSearch}
      onChange={(value) => {
        const owner = found.find(({ id }) => String(id) === value);
        setChosen(owner);
        setSearch('');
        form.change({ owner: owner?.id });
      }}
    />
  );
}

/** Gives a resource to somebody else. */
export function OwnerDialog({ kind, resource, onClose }: Props) {
  const text = useResourceTexts();
  const queries = useQueryClient();
  const { user } = useSession();
  const seesUnshared = usePermission('EXTRA.UNSHARED.read');
  const { id, name, version, owner } = resource;
  const form = useForm<OwnerDraft, void>({
    initial: { owner: undefined },
    contract: OwnerForm,
    fieldOf: { OWNER_UNKNOWN: 'owner' },
    async store(draft) {
      const body = { version, owner: draft.owner ?? 0 };
      await call(sharingRoutes[kind].owner, { params: { resourceId: id }, body });
      showToast({ text: text('ownerChanged', { name }) });
      await readResourcesAgain(queries, kind);
    },
    onSaved: onClose,
    onClosed: onClose,
  });
  /** What nobody shares is seen by its owner, and by who holds the extra right. */
  const isLost = owner?.id === user.id && !seesUnshared && !isShared(shareOf(draftOf(resource.share)));
  return (
    <FormDialog
      title={text('ownerChangeTitle', { name })}
      form={form}
      refusal={useRefusal(sharingRoutes[kind].owner)}
      action={text('ownerGive')}
      width={460}
    >
      <p>{text('ownerNow', { owner: owner?.name ?? text('product') })}</p>
      {isLost && <Banner tone="warning">{text('ownerLost')}</Banner>}
      <OwnerField kind={kind} form={form} />
    </FormDialog>
  );
}
