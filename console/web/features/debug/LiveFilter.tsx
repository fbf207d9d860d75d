import { useState } from 'react';
import { TailFilter } from '#schemas/debug/tail.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDebugSearch, type DebugSearch } from './debug-search.ts';
import { protocolNames } from './tail-columns.tsx';
import { useDebugTexts } from './texts/en.ts';

const ANY = 'any';
const isAddress = (address: string): boolean => TailFilter.safeParse({ address }).success;

/** The filter that the address of the page states; an address that is none filters nothing. */
export function filterIn({ address, port, protocol, minBytes }: DebugSearch): TailFilter {
  return {
    ...(address === undefined || !isAddress(address) ? {} : { address: address.trim() }),
    ...(port === undefined ? {} : { port }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(minBytes === undefined ? {} : { minBytes }),
  };
}

/** Which live flows are shown; each change watches others. */
export function LiveFilter() {
  const text = useDebugTexts();
  const { search, change } = useDebugSearch();
  const [address, setAddress] = useState(search.address ?? '');
  const isFaulty = address.trim() !== '' && !isAddress(address);
  const take = () => {
    if (!isFaulty) change({ address: address.trim() === '' ? undefined : address.trim() });
  };
  return (
    <form
      className="tt-debug-filter"
      aria-label={text('filter')}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <TextField
        id="debug.address"
        label={text('address')}
        value={address}
        error={isFaulty ? text('addressFault') : undefined}
        onChange={setAddress}
        onBlur={take}
      />
      <NumberField
        plain
        id="debug.port"
        label={text('port')}
        value={search.port ?? null}
        onChange={(port) => change({ port: port ?? undefined })}
      />
      <Select
        label={text('protocol')}
        options={[
          { value: ANY, label: text('anyProtocol') },
          ...Object.entries(protocolNames).map(([value, label]) => ({ value, label })),
        ]}
        value={search.protocol === undefined ? ANY : String(search.protocol)}
        onChange={(value) => change({ protocol: value === ANY ? undefined : Number(value) })}
      />
      <NumberField
        id="debug.minBytes"
        label={text('minBytes')}
        value={search.minBytes ?? null}
        onChange={(minBytes) => change({ minBytes: minBytes ?? undefined })}
      />
    </form>
  );
}
