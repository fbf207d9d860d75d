import { expect, it } from 'vitest';
import { useUiTexts } from '../texts/en.ts';
import { newsSentence, type LoadNews, type LoadPhase } from './load-news.ts';

const text = useUiTexts.in('en');
const words = {
  named: (phase: LoadPhase, what: string) => text(phase, { what }),
  counted: (phase: LoadPhase, count: number) => text(`${phase}Parts`, { count }),
};
const loaded = (...labels: string[]): LoadNews[] => labels.map((label) => ({ label, phase: 'loaded' }));

it.each<[string, readonly LoadNews[], string]>([
  ['names one panel', loaded('Sites'), 'Sites loaded'],
  ['names two', loaded('Sites', 'Map'), 'Sites loaded. Map loaded'],
  ['counts more', loaded('Sites', 'Map', 'Alarms'), '3 parts loaded'],
  [
    'says first what failed',
    [...loaded('Sites', 'Map', 'Alarms'), { label: 'Notes', phase: 'notLoaded' }],
    'Notes could not be loaded. 3 parts loaded',
  ],
  ['says what still loads', [{ label: 'Sites', phase: 'loading' }], 'Loading Sites'],
])('a reader of the screen %s', (_, news, sentence) => {
  expect(newsSentence(news, words)).toBe(sentence);
});
