import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  title: 'SD-WAN',
  save: 'Save',
  saved: 'The SD-WAN settings are saved',
  patterns: 'Patterns',
  tlocExclusion: 'Excluded TLOCs',
  tlocExclusionHint:
    'Regular expression for system address:colour, such as :lte$. Tunnels with such an end are neither proposed nor measured.',
  loopback: 'Loopback bound to an interface',
  loopbackHint:
    'Regular expression for the description of a loopback. Its first group is the physical interface, whose state and speed it takes over: bind (\\S+)',
  ipsec: 'IPsec tunnels of IOS XE',
  ipsecHint:
    'Regular expression for the names of interfaces that are tunnels and not measured as lines: ^Tunnel1\\d+$',
  networks: 'Underlay networks',
  networksHint: 'Tunnels are named after the network of the colour of their ends.',
  internet: 'Network of all other colours',
  network: 'Network {{number}}',
  colors: 'Colours of network {{number}}',
  addNetwork: 'Add a network',
  removeNetwork: 'Remove {{name}}',
} as const;

export const useSdwanTabTexts = defineTexts('sdwan-tab', en, fr);
