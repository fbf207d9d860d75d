import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readOwnTexts } from './read-own-texts.ts';

const known = {
  silence: { title: 'Silences', by: 'By {{name}}' },
  problem: { NOT_FOUND: 'This page does not exist.' },
};

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function read(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-texts-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return readOwnTexts(folder, known);
}

describe('the folder of texts', () => {
  it('has a file per language of the product, and a folder per language of the installation', () => {
    const result = read({
      'fr.json': { silence: { title: 'Travaux' } },
      'de/silence.json': { title: 'Ruhezeiten', by: 'Von {{name}}' },
      'de/problem.json': {},
      '.git': 'hidden files are none of it',
    });
    expect(result).toEqual({
      texts: [
        {
          language: 'de',
          texts: { problem: {}, silence: { title: 'Ruhezeiten', by: 'Von {{name}}' } },
          missing: 1,
        },
        { language: 'fr', texts: { silence: { title: 'Travaux' } }, missing: 0 },
      ],
    });
  });

  it('is rejected with file and key of every fault', () => {
    expect(
      read({
        'fr.json': { silence: { titel: 'Travaux', by: '{{nom}}' } },
        'de/silence.json': { title: '' },
        'de/silences.json': {},
        'pt.json': {},
        'notes.txt': '',
        'en/silence.json': {},
      }),
    ).toEqual({
      faults: [
        'de/silence.json, silence.title: expected a text that is not empty',
        'de/silences.json, silences: expected the name of texts of the console',
        'en: expected en.json, fr.json, or a folder such as de',
        'fr.json, silence.titel: expected the key of a text',
        'fr.json, silence.by: expected of placeholders only {{name}}, got {{nom}}',
        'notes.txt: expected en.json, fr.json, or a folder such as de',
        'pt.json: expected en.json, fr.json, or a folder such as de',
      ],
    });
  });

  it('names the place of a fault of the syntax', () => {
    const result = read({ 'fr.json': '{ "silence": { "title": "Travaux", } }' });
    expect('faults' in result && result.faults).toEqual([
      expect.stringMatching(/^fr\.json: expected JSON, got .*position \d+/),
    ]);
  });
});
