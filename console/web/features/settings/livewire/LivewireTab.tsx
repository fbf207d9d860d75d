import { useQuery } from '@tanstack/react-query';
import { livewirePlaceholders, LivewireSetting } from '#schemas/settings/livewire/livewire.ts';
import { readLivewire, updateLivewire } from '#schemas/settings/livewire/routes.ts';
import { readLivewireOffer } from '#schemas/settings/livewire/open-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { areaStateOf } from '../area-state.ts';
import { useWatchedStore } from '../use-watched-store.ts';
import { LivewirePreview } from './LivewirePreview.tsx';
import { useLivewireTabTexts } from './texts/en.ts';

const storeLivewire = (body: LivewireSetting) => call(updateLivewire, { body });
const touches = [readLivewire, readLivewireOffer];

interface FormProps {
  readonly stored: LivewireSetting;
  readonly store: (setting: LivewireSetting) => Promise<unknown>;
}

function LivewireForm({ stored, store }: FormProps) {
  const text = useLivewireTabTexts();
  const form = useForm<LivewireSetting>({
    initial: stored,
    contract: LivewireSetting,
    store,
    done: () => text('saved'),
    touches,
  });
  const { url } = form.draft;
  return (
    <>
      <FormPage label={text('title')} form={form} action={text('save')} saving={updateLivewire}>
        <TextArea
          id="url"
          code="wrapped"
          rows={3}
          label={text('url')}
          description={text('urlHint')}
          placeholder="https://livewire.example.net/device/{address}"
          value={url}
          error={form.errorOf('url')}
          onChange={(value) => form.change({ url: value })}
        />
        <div className="tt-placeholders" role="group" aria-label={text('placeholders')}>
          {livewirePlaceholders.map((name) => (
            <button
              key={name}
              type="button"
              className="tt-placeholder"
              onClick={() => form.change({ url: `${url}{${name}}` })}
            >
              {`{${name}}`}
            </button>
          ))}
        </div>
      </FormPage>
      <LivewirePreview template={url} />
    </>
  );
}

/** Where *Livewire* of a device leads. */
export function LivewireTab() {
  const text = useLivewireTabTexts();
  const language = useLanguage();
  const load = useQuery(routeQuery(readLivewire));
  const save = useWatchedStore(storeLivewire);
  return (
    <div data-area={areaStateOf({ load, save })}>
      <Panel label={text('title')} state={panelStateOf(load, language)} skeleton="block">
        <div className="tt-form-page">
          {load.data !== undefined && (
            <LivewireForm key={load.dataUpdatedAt} stored={load.data} store={save.store} />
          )}
        </div>
      </Panel>
    </div>
  );
}
