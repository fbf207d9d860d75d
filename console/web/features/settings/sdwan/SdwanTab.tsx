import { useQuery } from '@tanstack/react-query';
import {
  readSdwanSetting,
  SdwanSetting,
  tlocColors,
  updateSdwanSetting,
} from '#schemas/settings/sdwan/sdwan.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { areaStateOf } from '../area-state.ts';
import { useWatchedStore } from '../use-watched-store.ts';
import { NetworkRows } from './NetworkRows.tsx';
import { useSdwanTabTexts } from './texts/en.ts';

const storeSdwan = (body: SdwanSetting) => call(updateSdwanSetting, { body });
const touches = [readSdwanSetting];

interface FormProps {
  readonly stored: SdwanSetting;
  readonly store: (setting: SdwanSetting) => Promise<unknown>;
}

function SdwanForm({ stored, store }: FormProps) {
  const text = useSdwanTabTexts();
  const form = useForm<SdwanSetting>({
    initial: stored,
    contract: SdwanSetting,
    nested: ['networkByColors'],
    store,
    done: () => text('saved'),
    touches,
  });
  const { draft } = form;
  const taken = new Set(draft.networkByColors.flatMap(({ colors }) => colors));
  const others = tlocColors.filter((color) => !taken.has(color));
  const pattern = (
    field: 'tlocExclusionPattern' | 'loopbackBindItfDescPattern' | 'cEdgeIpsecTunnelsPattern',
    words: 'tlocExclusion' | 'loopback' | 'ipsec',
  ) => (
    <TextField
      id={field}
      label={text(words)}
      description={text(`${words}Hint`)}
      value={draft[field]}
      error={form.errorOf(field)}
      onChange={(value) => form.change({ [field]: value })}
    />
  );
  return (
    <FormPage label={text('title')} form={form} action={text('save')} saving={updateSdwanSetting}>
      <h2>{text('networks')}</h2>
      <p className="tt-muted">{text('networksHint')}</p>
      <NetworkRows
        networks={draft.networkByColors}
        errorAt={form.errorAt}
        onChange={(networkByColors) => form.change({ networkByColors })}
      />
      <TextField
        id="defaultInternetUnderlay"
        required
        label={text('internet')}
        description={others.join(', ')}
        value={draft.defaultInternetUnderlay}
        error={form.errorOf('defaultInternetUnderlay')}
        onChange={(defaultInternetUnderlay) => form.change({ defaultInternetUnderlay })}
      />
      <h2>{text('patterns')}</h2>
      {pattern('tlocExclusionPattern', 'tlocExclusion')}
      {pattern('cEdgeIpsecTunnelsPattern', 'ipsec')}
      {pattern('loopbackBindItfDescPattern', 'loopback')}
    </FormPage>
  );
}

/** What the tunnels and interfaces of Cisco's SD-WAN mean to the provider. */
export function SdwanTab() {
  const text = useSdwanTabTexts();
  const language = useLanguage();
  const load = useQuery(routeQuery(readSdwanSetting));
  const save = useWatchedStore(storeSdwan);
  return (
    <div data-area={areaStateOf({ load, save })}>
      <Panel label={text('title')} state={panelStateOf(load, language)} skeleton="block">
        <div className="tt-form-page">
          {load.data !== undefined && (
            <SdwanForm key={load.dataUpdatedAt} stored={load.data} store={save.store} />
          )}
        </div>
      </Panel>
    </div>
  );
}
