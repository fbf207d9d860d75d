import { describe, expect, it } from 'vitest';
import { openLink, signLink } from './signed-link.ts';

const key = Buffer.alloc(32, 7);
const content = { schedule: 3, address: 'zoé@example.net' };
const token = signLink(key, 'unsubscribe', content);

describe('a signed link', () => {
  it('holds its content, in the alphabet of addresses', () => {
    expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(openLink(key, 'unsubscribe', token)).toEqual(content);
  });

  const [text = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...content, schedule: 4 })).toString('base64url');
  it.for([
    ['of another purpose', signLink(key, 'report file', content)],
    ['of another installation', signLink(Buffer.alloc(32, 8), 'unsubscribe', content)],
    ['with other content', `${other}.${signature}`],
    ['without a signature', text],
    ['with a part of its signature', token.slice(0, -4)],
    ['that is empty', ''],
  ] as const)('%s is not accepted', ([, forged]) => {
    expect(openLink(key, 'unsubscribe', forged)).toBeUndefined();
  });
});
