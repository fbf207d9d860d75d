import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { livewireAddress } from '#schemas/settings/livewire/livewire.ts';
import { findLivewireDevices, type LivewireDevice } from '#schemas/settings/livewire/routes.ts';
import type { z } from 'zod';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { Picker } from '#web/ui/field/Picker.tsx';
import { useLivewireTabTexts } from './texts/en.ts';

type Device = z.output<typeof LivewireDevice>;

/** The address that a draft yields for a chosen device. */
export function LivewirePreview({ template }: { readonly template: string }) {
  const text = useLivewireTabTexts();
  const [q, setSearch] = useState('');
  const [chosen, setChosen] = useState<Device>();
  const found = useQuery({
    ...routeQuery(findLivewireDevices, { query: { q } }),
    placeholderData: keepPreviousData,
  });
  const devices = found.data?.devices ?? [];
  const shown = chosen === undefined || devices.includes(chosen) ? devices : [chosen, ...devices];
  const options = shown.map(({ id, facts }) => ({
    value: String(id),
    label: facts.name,
    right: facts.customer,
    detail: [facts.address, facts.vendor].filter(Boolean).join(' · '),
  }));
  const address = chosen && livewireAddress(template.trim(), chosen.facts);
  return (
    <>
      <Picker
        id="livewire-device"
        label={text('preview')}
        placeholder={text('chooseDevice')}
        nothingFound={text('noDevice')}
        options={options}
        value={chosen === undefined ? null : String(chosen.id)}
        onSearch={setSearch}
        onChange={(id) => setChosen(shown.find((device) => String(device.id) === id))}
      />
      {chosen !== undefined && (
        <output className="tt-livewire-preview">
          {address === undefined ? (
            <span className="tt-muted">{text('noAddress')}</span>
          ) : (
            <a href={address} target="_blank" rel="noopener noreferrer">
              {address}
            </a>
          )}
        </output>
      )}
    </>
  );
}
