export const en = {
  open: 'Livewire',
  noAddress:
    'The properties of this device do not yield a Livewire address. Check its name and address in the inventory.',
} as const;
