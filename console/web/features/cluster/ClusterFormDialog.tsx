import type { ClusterChoices, ClusterEntry } from '#schemas/cluster/cluster.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { VisibilityField } from '#web/kernel/resource/VisibilityField.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import {
  ClusterFormContract,
  toClusterDraft,
  emptyCluster,
  toClusterForm,
  type ClusterForm,
} from './cluster-draft.ts';
import type { ClusterApi } from './cluster-api.ts';
import { clusterTouches } from './cluster-queries.ts';
import { useClusterTexts } from './texts/en.ts';

interface Props {
  readonly api: ClusterApi;
  /** Undefined for a new one. */
  readonly cluster: ClusterEntry | undefined;
  readonly choices: ClusterChoices;
  readonly onClose: () => void;
}

type Form = FormOf<ClusterForm>;

/** The available choices, and the selected ones that are no longer available. */
const options = (
  known: readonly { readonly id: number; readonly name: string }[],
  chosen: readonly { readonly id: number; readonly name: string }[],
) =>
  [...new Map([...chosen, ...known].map((one) => [one.id, one])).values()].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
const byNumber = ({ number, name }: { readonly number: number; readonly name: string }) => ({
  id: number,
  name,
});

function NameFields({ form, cluster }: { readonly form: Form; readonly cluster: Props['cluster'] }) {
  const text = useClusterTexts();
  const { type } = form.draft;
  return (
    <>
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
      <TextField {...entryOf(form, 'description')} label={text('description')} />
      <Select
        id="type"
        label={text('type')}
        description={cluster === undefined ? text(`${type}Hint`) : text('typeFrozen')}
        disabled={cluster !== undefined}
        options={(['area', 'application'] as const).map((one) => ({ value: one, label: text(one) }))}
        value={type}
        onChange={(chosen) => form.change({ type: chosen === 'application' ? 'application' : 'area' })}
      />
    </>
  );
}

type MemberProps = { readonly form: Form } & Omit<Props, 'onClose'>;

function SiteField({ form, cluster, choices }: MemberProps) {
  const text = useClusterTexts();
  const { type, sites } = form.draft;
  return (
    <MultiSelect
      required
      id="sites"
      label={text('sites')}
      placeholder={text('choose')}
      nothingFound={text('noneFound')}
      {...(type === 'area' || choices.everySite ? {} : { description: text('everySiteRefused') })}
      options={options(choices.sites, cluster?.sites ?? [])}
      values={sites.map(String)}
      error={form.errorOf('sites')}
      onChange={(chosen) => form.change({ sites: chosen.map(Number) })}
    />
  );
}

/** Applications, at every site or at some. */
function ApplicationFields(props: MemberProps) {
  const text = useClusterTexts();
  const { form, cluster, choices } = props;
  const { applications, everySite } = form.draft;
  return (
    <>
      <MultiSelect
        required
        id="applications"
        label={text('applications')}
        placeholder={text('choose')}
        nothingFound={text('noneFound')}
        options={options(choices.applications.map(byNumber), (cluster?.applications ?? []).map(byNumber))}
        values={applications.map(String)}
        error={form.errorOf('applications')}
        onChange={(chosen) => form.change({ applications: chosen.map(Number) })}
      />
      {(choices.everySite || everySite) && (
        <Switch
          label={text('everySite')}
          description={text('everySiteHint')}
          checked={everySite}
          onChange={(on) => form.change({ everySite: on })}
        />
      )}
      {!everySite && <SiteField {...props} />}
    </>
  );
}

function useClusterForm({ api, cluster, onClose }: Omit<Props, 'choices'>): Form {
  const text = useClusterTexts();
  return useForm<ClusterForm>({
    initial: cluster === undefined ? emptyCluster : toClusterForm(cluster),
    contract: ClusterFormContract,
    fieldByCode: { NAME_TAKEN: 'name' },
    store(form) {
      const draft = toClusterDraft(form);
      return cluster === undefined ? api.add(draft) : api.change(cluster, draft);
    },
    done: ({ name }) => text('saved', { name: name.trim() }),
    touches: clusterTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** Creates or edits a cluster. */
export function ClusterFormDialog(props: Props) {
  const { api, cluster } = props;
  const text = useClusterTexts();
  const form = useClusterForm(props);
  return (
    <FormDialog
      title={cluster === undefined ? text('newTitle') : text('editTitle', { name: cluster.name })}
      form={form}
      disabledReason={useDisabledReason(api.writing)}
      action={text(cluster === undefined ? 'create' : 'save')}
      width={560}
    >
      <NameFields form={form} cluster={cluster} />
      {form.draft.type === 'area' ? (
        <SiteField form={form} {...props} />
      ) : (
        <ApplicationFields form={form} {...props} />
      )}
      {api.customerId !== undefined && (
        <VisibilityField
          kind="cluster"
          customerId={api.customerId}
          owner={cluster?.owner}
          value={form.draft.visibility}
          onChange={(visibility) => form.change({ visibility })}
        />
      )}
    </FormDialog>
  );
}
