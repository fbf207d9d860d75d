import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  description: 'Comes with Telltale: what to watch in any network',
  note: 'This cockpit comes with Telltale and applies to all customers: devices, interfaces and tunnels that are down, exporters that are silent, lines, processors and memory at their limits, errors, discards and loss.',
  active:
    'Change its alarms here, or duplicate it, change the copy and deactivate this one. Once deleted it does not return.',
  inactive:
    'It is inactive: none of its alarms is raised. It starts so where alarms were defined before it. Activate it, or duplicate it and change the copy.',
} as const;

export const useStarterTexts = defineTexts('starter', en, fr);
