import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { publicRanges } from '#schemas/discovery/public-ranges.ts';
import { startDiscovery } from '#schemas/discovery/routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { provisioningTouches } from '../provisioning-queries.ts';
import { useProvisioningTexts } from '../texts/en.ts';

const StartDraft = z
  .strictObject({
    customer: z.string().min(1, 'REQUIRED'),
    site: z.string().min(1, 'REQUIRED'),
    ranges: z.string().trim().min(1, 'REQUIRED'),
    /** Id of a stored credential; empty: the community. */
    credential: z.string(),
    community: z.string(),
  })
  .refine(({ credential, community }) => credential !== '' || community !== '', {
    path: ['community'],
    error: 'REQUIRED',
  });
type StartDraft = z.infer<typeof StartDraft>;

const rangesOf = ({ ranges }: Pick<StartDraft, 'ranges'>): string[] =>
  ranges.split(/[\s,;]+/).filter((range) => range !== '');

/** The sites of a customer, once one is chosen. */
function useSites(customer: string) {
  return useQuery({
    enabled: customer !== '',
    ...routeQuery(listInventory, {
      params: { customerId: Number(customer), kind: 'site' },
      query: { count: 1_000 },
    }),
  });
}

/** The stored credentials, for users who may name them. */
function useCredentials() {
  const enabled = useMissingPermission(listSnmpCredentials) === undefined;
  const { data } = useQuery({ enabled, ...routeQuery(listSnmpCredentials) });
  return data?.credentials ?? [];
}

const credentialOf = ({ credential, community }: StartDraft) =>
  credential === '' ? ({ version: 'v2c', community } as const) : { credential: Number(credential) };

function useStartForm(onClose: () => void) {
  const text = useProvisioningTexts();
  return useForm<StartDraft>({
    initial: { customer: '', site: '', ranges: '', credential: '', community: '' },
    contract: StartDraft,
    async store(draft) {
      await call(startDiscovery, {
        params: { customerId: Number(draft.customer) },
        body: {
          site: Number(draft.site),
          ranges: rangesOf(draft),
          credentials: [credentialOf(draft)],
        },
      });
    },
    done: () => text('discoveryStarted'),
    touches: provisioningTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** Ranges that a warning names. */
const MAX_NAMED = 3;

/** Networks of customers may be public; one that was mistyped is of someone else. */
function PublicWarning({ of }: { readonly of: Pick<StartDraft, 'ranges'> }) {
  const language = useLanguage();
  const found = publicRanges(rangesOf(of));
  if (found.length === 0) return null;
  const more = found.length > MAX_NAMED ? ['…'] : [];
  const ranges = [...found.slice(0, MAX_NAMED), ...more].join(', ');
  return <Banner tone="warning">{warningText('DISCOVERY_PUBLIC_ADDRESSES', language, { ranges })}</Banner>;
}

/** Starts a discovery at a site. */
export function StartDiscoveryDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useProvisioningTexts();
  const form = useStartForm(onClose);
  const { customers } = useSession();
  const { data } = useSites(form.draft.customer);
  const sites = data?.elements ?? [];
  const credentials = useCredentials();
  return (
    <FormDialog
      title={text('discoverTitle')}
      form={form}
      disabledReason={useDisabledReason(startDiscovery)}
      action={text('discoverAction')}
    >
      <Select
        id="customer"
        first
        label={text('customer')}
        value={form.draft.customer}
        error={form.errorOf('customer')}
        searchable
        options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(customer) => form.change({ customer, site: '' })}
      />
      <Select
        id="site"
        label={text('siteOf')}
        value={form.draft.site}
        error={form.errorOf('site')}
        searchable
        options={sites.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(site) => form.change({ site })}
      />
      <TextArea
        {...entryOf(form, 'ranges')}
        label={text('ranges')}
        description={text('rangesHint')}
        rows={3}
      />
      <PublicWarning of={form.draft} />
      {credentials.length > 0 && (
        <Select
          id="credential"
          label={text('field_credential')}
          value={form.draft.credential}
          error={form.errorOf('credential')}
          options={[
            { value: '', label: text('enteredCommunity') },
            ...credentials.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(credential) => form.change({ credential, community: '' })}
        />
      )}
      {form.draft.credential === '' && (
        <TextField {...entryOf(form, 'community')} label={text('community')} />
      )}
    </FormDialog>
  );
}
