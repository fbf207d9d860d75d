import { describe, expect, it } from 'vitest';
import type { LineFinding } from './line-finding.ts';
import { findingWords } from './line-finding-words.ts';

/** Ordinary spaces: formats have narrow and unbreakable ones. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
const narrow = {
  is: '32 bits',
  of: 'octets',
  speedBps: 10e9,
  everyMs: 300_000,
  wrapMs: 3_436,
  isV1: false,
} as const;

describe('a finding in words', () => {
  it.each<readonly [LineFinding, string, string]>([
    [
      { is: 'above speed', way: 'in', percent: 140.2, of: 'ifSpeed', speedBps: 1_544_000, at: 0 },
      'Counters say 140% of the configured speed (inbound; 1.54 Mbps by ifSpeed)',
      'Les compteurs indiquent 140 % du débit configuré (entrant ; 1,54 Mbit/s selon ifSpeed)',
    ],
    [
      { is: 'above speed', way: 'out', percent: 101.4, of: 'contract', speedBps: 100e6, at: 0 },
      'Counters say 101% of the configured speed (outbound; 100 Mbps by contract)',
      'Les compteurs indiquent 101 % du débit configuré (sortant ; 100 Mbit/s selon le contrat)',
    ],
    [
      narrow,
      'No value: 32-bit counters that may wrap within 3.44 s are read every 5 min; read them every 2 s (POLL_MIN_INTERVAL_SECONDS)',
      'Aucune valeur : des compteurs 32 bits qui peuvent reboucler en 3,44 s sont lus toutes les 5 min ; lisez-les toutes les 2 s (POLL_MIN_INTERVAL_SECONDS)',
    ],
    [
      { ...narrow, of: 'packets', wrapMs: 344, isV1: true },
      'No packet rate: 32-bit counters that may wrap within 344 ms are read every 5 min; no poll is fast enough, or use SNMPv2c or v3, which have 64-bit counters',
      'Aucun débit en paquets : des compteurs 32 bits qui peuvent reboucler en 344 ms sont lus toutes les 5 min ; aucune interrogation n’est assez fréquente, ou passez à SNMPv2c ou v3, qui ont des compteurs 64 bits',
    ],
    [
      { is: 'counter fault', values: 1, at: 0 },
      '1 value excluded: counter fault',
      '1 valeur exclue : compteur défaillant',
    ],
    [
      { is: 'counter fault', values: 12, at: 0 },
      '12 values excluded: counter fault',
      '12 valeurs exclues : compteur défaillant',
    ],
    [
      { is: 'no speed' },
      'No utilisation: the device reports no speed, and no bandwidth is contracted',
      'Pas de taux d’utilisation : l’équipement n’indique aucun débit, et aucun n’est contractuel',
    ],
  ])('of %j is a sentence in both languages', (finding, en, fr) => {
    expect([findingWords(finding, 'en'), findingWords(finding, 'fr')].map(plain)).toEqual([en, fr]);
  });
});
