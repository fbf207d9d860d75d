import { useQuery } from '@tanstack/react-query';
import { IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { listCustomerManagers } from '#schemas/dashboard/sdwan-response-routes.ts';
import { sdwanKindNames, sdwanKinds, type SdwanKind } from '#schemas/sdwan/kind.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useShownCustomer } from '../../view/use-shown-customer.ts';
import { HeaderRows, ReplacementRows } from './SdwanRows.tsx';
import { tryKey } from './use-sdwan-response.ts';
import { usePreviewFaults } from './use-preview-faults.ts';
import { useSdwanDashletTexts } from './texts/en.ts';

interface Props {
  readonly dashlet: DashletOf<'sdwan'>;
  readonly edit: SettingsEdit;
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

/** An endpoint with its JSON filters; `at` is its place in the settings. */
function EndpointFields({
  endpoint,
  paths,
  at,
  edit,
  faultAt,
}: {
  readonly endpoint: string;
  readonly paths: readonly string[];
  readonly at: readonly (string | number)[];
  readonly edit: SettingsEdit;
  readonly faultAt: (path: string) => string | undefined;
}) {
  const text = useSdwanDashletTexts();
  const place = (...parts: readonly (string | number)[]): string => [...at, ...parts].join('.');
  const line = paths.findIndex((_, index) => faultAt(place('paths', index)) !== undefined);
  const fault = faultAt(place('paths', line));
  return (
    <>
      <TextField
        label={text('endpoint')}
        description={text('endpointHint')}
        value={endpoint}
        error={faultAt(place('endpoint'))}
        onChange={(value) => edit([...at, 'endpoint'], value, place('endpoint'))}
      />
      <TextArea
        code
        rows={3}
        label={text('paths')}
        description={text('pathsHint')}
        value={paths.join('\n')}
        error={fault && text('lineFault', { line: line + 1, fault })}
        onChange={(value) => edit([...at, 'paths'], linesOf(value), place('paths'))}
      />
    </>
  );
}

/** What is requested from managers of another kind. */
function VariantFields({
  dashlet,
  edit,
  faultAt,
}: Props & { readonly faultAt: (path: string) => string | undefined }) {
  const text = useSdwanDashletTexts();
  const { variants } = dashlet.settings;
  const free = sdwanKinds.filter((kind) => variants.every((variant) => variant.kind !== kind));
  const options = (own: SdwanKind) =>
    sdwanKinds
      .filter((kind) => kind === own || free.includes(kind))
      .map((kind) => ({ value: kind, label: sdwanKindNames[kind] }));
  return (
    <section className="tt-dashlet-part" aria-label={text('variants')}>
      <h3>{text('variants')}</h3>
      <p className="tt-muted">{text('variantsHint')}</p>
      {variants.map(({ kind, endpoint, paths }, index) => (
        <fieldset key={kind} className="tt-dashlet-series">
          <legend>{sdwanKindNames[kind]}</legend>
          <Select
            label={text('variantKind')}
            options={options(kind)}
            value={kind}
            onChange={(value) => edit(['variants', index, 'kind'], value)}
          />
          <EndpointFields
            endpoint={endpoint}
            paths={paths}
            edit={edit}
            faultAt={faultAt}
            at={['variants', index]}
          />
          <IconButton
            small
            label={text('removeVariant', { kind: sdwanKindNames[kind] })}
            icon={<IconTrash size={14} />}
            onClick={() =>
              edit(
                ['variants'],
                variants.filter((variant) => variant.kind !== kind),
              )
            }
          />
        </fieldset>
      ))}
      {free[0] !== undefined && (
        <Button
          icon={<IconPlus size={15} />}
          onClick={() => edit(['variants'], [...variants, { kind: free[0], endpoint: '/', paths: [] }])}
        >
          {text('addVariant')}
        </Button>
      )}
    </section>
  );
}

/** Sends the request to the manager now, and shows the result. */
function TryNow({ dashlet }: Pick<Props, 'dashlet'>) {
  const text = useSdwanDashletTexts();
  const cache = useQueryCache();
  const { isRequested, state, sentence } = usePreviewFaults(dashlet);
  return (
    <>
      <Button
        icon={<IconPlayerPlay size={15} />}
        busy={state === 'requesting'}
        disabledReason={isRequested ? undefined : text('notValid')}
        onClick={() => void cache.refresh(tryKey(dashlet.id))}
      >
        {text('tryNow')}
      </Button>
      <div role="status">
        {state === 'requesting' && <p className="tt-muted">{text('trying')}</p>}
        {state === 'responded' && <p className="tt-muted">{text('tried')}</p>}
        {sentence !== undefined && <Banner tone="warning">{sentence}</Banner>}
      </div>
    </>
  );
}

/** What an SD-WAN dashlet requests; the page shows the response while it is written. */
export function SdwanFields(props: Props) {
  const { dashlet, edit } = props;
  const text = useSdwanDashletTexts();
  const customerId = useShownCustomer();
  const { faultAt } = usePreviewFaults(dashlet);
  const managers = useQuery({
    ...routeQuery(listCustomerManagers, { params: { customerId: customerId ?? 0 } }),
    enabled: customerId !== undefined,
  });
  const { manager, endpoint, paths, view } = dashlet.settings;
  const options = (managers.data?.managers ?? []).map(({ id, name, kind }) => ({
    value: String(id),
    label: `${name} · ${sdwanKindNames[kind]}`,
  }));
  return (
    <>
      <section className="tt-dashlet-part" aria-label={text('sdwanRequest')}>
        <Select
          label={text('managerField')}
          options={[{ value: '', label: text('managerOfCustomer') }, ...options]}
          value={manager === undefined ? '' : String(manager)}
          error={faultAt('manager')}
          onChange={(value) => edit(['manager'], value === '' ? undefined : Number(value))}
        />
        <EndpointFields endpoint={endpoint} paths={paths} edit={edit} faultAt={faultAt} at={[]} />
        <TryNow dashlet={dashlet} />
        <Select
          label={text('view')}
          options={(['table', 'tree'] as const).map((value) => ({ value, label: text(`view_${value}`) }))}
          value={view}
          onChange={(value) => edit(['view'], value)}
        />
      </section>
      <HeaderRows headers={dashlet.settings.headers} edit={edit} faultAt={faultAt} />
      <ReplacementRows replacements={dashlet.settings.replacements} edit={edit} />
      <VariantFields {...props} faultAt={faultAt} />
    </>
  );
}
