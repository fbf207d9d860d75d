import { useQuery } from '@tanstack/react-query';
import { IconExternalLink } from '@tabler/icons-react';
import { hasDevice, livewireQuery, useLivewireOffer, type LivewireElement } from './use-livewire.ts';
import { useLivewireTexts } from './texts/en.ts';

/** Opens Livewire of the device of an element in a new tab, which cannot reach the console. Nothing where no address is set. */
export function LivewireLink({ element }: { readonly element: LivewireElement }) {
  const text = useLivewireTexts();
  const isOffered = useLivewireOffer();
  const { data } = useQuery({ ...livewireQuery(element), enabled: isOffered && hasDevice(element.kind) });
  if (!isOffered || data === undefined || data === null) return null;
  return (
    <a className="tt-button" href={data} target="_blank" rel="noopener noreferrer">
      <IconExternalLink size={15} />
      {text('open')}
    </a>
  );
}
