import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Person } from '#schemas/sharing/routes.ts';
import { isShared } from '#schemas/resource/access.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Picker } from '#web/ui/field/Picker.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useForm, type FormOf } from '../form/use-form.ts';
import { usePermission, useDisabledReason } from '../permission/use-permission.ts';
import { namedQuery } from '../query/route-query.ts';
import { useSession } from '../session/session.ts';
import { placeCalls, type ResourcePlace } from './placed.ts';
import { resourceTouches } from './resource-touches.ts';
import { shareDraft, shareOf } from './share-draft.ts';
import type { Shareable } from './shareable.ts';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  readonly place: ResourcePlace;
  readonly resource: Shareable;
  readonly onClose: () => void;
}

const OwnerForm = z.object({ owner: z.number({ error: 'REQUIRED' }) });
type OwnerDraft = Readonly<Record<'owner', number | undefined>>;

const optionOf = ({ id, name, username }: Person) => ({ value: String(id), label: name, right: username });

interface FieldProps extends Pick<Props, 'place' | 'resource'> {
  readonly form: FormOf<OwnerDraft>;
}

function OwnerField({ place, resource, form }: FieldProps) {
  const text = useResourceTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Person>();
  const isPrivate = resource.visibility === 'private';
  const { data } = useQuery({
    ...namedQuery('sharing', [place.kind, 'owners', place.customerId, isPrivate, search], (signal) =>
      placeCalls(place).findOwners({ search, isPrivate }, signal),
    ),
    placeholderData: keepPreviousData,
  });
  const found = data?.owners ?? [];
  const isFound = chosen === undefined || found.some(({ id }) => id === chosen.id);
  return (
    <Picker
      id="owner"
      label={text('newOwner')}
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

/**
 * Warning when the current owner loses sight of the resource: an unshared or private one is visible to its owner and to users
 * with the extra right only.
 */
function useLoss({ owner, visibility, share }: Shareable): 'ownerLost' | 'ownerLostPrivate' | undefined {
  const { user } = useSession();
  const seesUnshared = usePermission('EXTRA.UNSHARED.read');
  const seesPrivate = usePermission('EXTRA.PRIVATE.write');
  if (owner?.id !== user.id) return undefined;
  if (visibility === 'private') return seesPrivate ? undefined : 'ownerLostPrivate';
  const isShown = visibility === 'public' || seesUnshared || isShared(shareOf(shareDraft(share)));
  return isShown ? undefined : 'ownerLost';
}

/** Changes the owner of a resource. */
export function OwnerDialog({ place, resource, onClose }: Props) {
  const text = useResourceTexts();
  const calls = placeCalls(place);
  const { id, name, version, owner } = resource;
  const form = useForm<OwnerDraft>({
    initial: { owner: undefined },
    contract: OwnerForm,
    fieldByCode: { OWNER_UNKNOWN: 'owner' },
    store: (draft) => calls.setOwner(id, { version, owner: draft.owner ?? 0 }),
    done: () => text('ownerChanged', { name }),
    touches: resourceTouches(place.kind),
    onSaved: onClose,
    onClosed: onClose,
  });
  const loss = useLoss(resource);
  return (
    <FormDialog
      title={text('ownerChangeTitle', { name })}
      form={form}
      disabledReason={useDisabledReason(calls.updateOwner)}
      action={text('ownerGive')}
      width={460}
    >
      <p>{text('ownerNow', { owner: owner?.name ?? text('product') })}</p>
      {loss !== undefined && <Banner tone="warning">{text(loss)}</Banner>}
      <OwnerField place={place} resource={resource} form={form} />
    </FormDialog>
  );
}
