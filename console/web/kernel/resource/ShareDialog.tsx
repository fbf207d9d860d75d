import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isShared } from '#schemas/resource/access.ts';
import type { SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes, type ShareTargets } from '#schemas/sharing/routes.ts';
import { selectionLimits } from '#schemas/limit/selection.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { call } from '../api/call.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useForm, type FormOf } from '../form/use-form.ts';
import { useDisabledReason } from '../permission/use-permission.ts';
import { ShareConfirmation } from './ShareConfirmation.tsx';
import { StopSharing } from './StopSharing.tsx';
import { routeQuery } from '../query/route-query.ts';
import { resourceTouches } from './resource-touches.ts';
import { shareDraft, ShareForm, shareOf, type ShareDraft } from './share-draft.ts';
import type { Shareable } from './shareable.ts';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  readonly kind: SharedKind;
  readonly resource: Shareable;
  readonly onClose: () => void;
}

type Options = readonly { readonly value: string; readonly label: string }[];

/** The available targets, and selected ones that are out of reach. */
const withChosen = (
  options: Options,
  chosen: readonly { readonly id: number; readonly name: string }[],
): Options => [
  ...options,
  ...chosen
    .filter(({ id }) => !options.some(({ value }) => value === String(id)))
    .map(({ id, name }) => ({ value: String(id), label: name })),
];

function useOptions({ share }: Shareable, targets: ShareTargets | undefined) {
  const text = useResourceTexts();
  const profiles = (targets?.profiles ?? []).map(({ id, name, clients }) => ({
    value: String(id),
    label: text('profileOption', { name, count: clients }),
  }));
  const clients = (targets?.clients ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return {
    profiles: withChosen(profiles, share.profiles),
    clients: withChosen(clients, share.clients),
  };
}

interface FieldProps {
  readonly form: FormOf<ShareDraft>;
  readonly targets: ShareTargets | undefined;
  readonly options: ReturnType<typeof useOptions>;
}

function ShareFields({ form, targets, options }: FieldProps) {
  const text = useResourceTexts();
  const { draft, change } = form;
  return (
    <>
      {targets?.everyone === true && (
        <Switch
          label={text('everyone')}
          description={text('everyoneHint')}
          checked={draft.everyone}
          onChange={(everyone) => change({ everyone })}
        />
      )}
      <MultiSelect
        id="profiles"
        label={text('profiles')}
        description={text('profilesHint')}
        placeholder={text('profilesPlaceholder')}
        nothingFound={text('noneFound')}
        options={options.profiles}
        values={draft.profiles}
        error={form.errorOf('profiles')}
        max={selectionLimits.maxProfiles}
        onChange={(profiles) => change({ profiles })}
      />
      <MultiSelect
        id="clients"
        label={text('clients')}
        placeholder={text('clientsPlaceholder')}
        nothingFound={text('noneFound')}
        options={options.clients}
        values={draft.clients}
        onChange={(clients) => change({ clients })}
      />
    </>
  );
}

function useShareForm({ kind, resource, onClose }: Props) {
  const text = useResourceTexts();
  const { id, name, version } = resource;
  return useForm<ShareDraft>({
    initial: shareDraft(resource.share),
    contract: ShareForm,
    fieldByCode: { SHARE_PROFILES_REQUIRED: 'profiles', SHARE_TARGET_UNKNOWN: 'profiles' },
    store: (draft) =>
      call(sharingRoutes[kind].share, {
        params: { resourceId: id },
        body: { ...shareOf(draft), version },
      }),
    done: () => text('shared', { name }),
    touches: resourceTouches(kind),
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** Shares a multi-client resource with profiles and customers, after a confirmation. */
export function ShareDialog(props: Props) {
  const { kind, resource, onClose } = props;
  const text = useResourceTexts();
  const { data } = useQuery(routeQuery(sharingRoutes[kind].list));
  const options = useOptions(resource, data?.targets);
  const form = useShareForm(props);
  const [confirming, setConfirming] = useState<'share' | 'stop'>();
  const disabledReason = useDisabledReason(sharingRoutes[kind].share);
  const draftShare = shareOf(form.draft);
  /** The form reports an invalid share; only a valid one requests confirmation. */
  const save = () => (isShared(draftShare) ? setConfirming('share') : form.save());
  const isShownShared = isShared(shareOf(shareDraft(resource.share)));
  return (
    <FormDialog
      title={text('shareTitle', { name: resource.name })}
      form={{ ...form, save }}
      disabledReason={disabledReason}
      action={text('next')}
      width={520}
    >
      <ShareFields form={form} targets={data?.targets} options={options} />
      {isShownShared && (
        <div>
          <Button disabledReason={disabledReason} onClick={() => setConfirming('stop')}>
            {text('stop')}
          </Button>
        </div>
      )}
      {confirming === 'share' && (
        <ShareConfirmation
          name={resource.name}
          share={draftShare}
          targets={options}
          onClose={() => setConfirming(undefined)}
          onConfirm={() => {
            setConfirming(undefined);
            form.save();
          }}
        />
      )}
      {confirming === 'stop' && (
        <StopSharing
          kind={kind}
          resource={resource}
          onClose={() => setConfirming(undefined)}
          onStopped={onClose}
        />
      )}
    </FormDialog>
  );
}
