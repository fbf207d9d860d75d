import { describe, expect, it } from 'vitest';
import { parseInput } from '../../problem/input-faults.ts';
import { livewireAddress, LivewireSetting, type LivewireFacts } from './livewire.ts';

const facts: LivewireFacts = {
  id: '21',
  name: 'edge 1/a',
  address: '192.0.2.7',
  vendor: 'Cisco',
  model: 'ISR & co',
  site: 'Lyon',
  city: 'Lyon',
  country: 'FR',
  region: '',
  customer: 'Aster',
  clientId: 'C1001',
};

describe('the Livewire address', () => {
  it.each([
    ['https://livewire.example.net/d/{id}', 'https://livewire.example.net/d/21'],
    ['https://{address}:8443/', 'https://192.0.2.7:8443/'],
    [
      'https://x.example/{name}?m={model}&c={clientId}',
      'https://x.example/edge%201%2Fa?m=ISR%20%26%20co&c=C1001',
    ],
    // Nothing that browsers could open.
    ['', undefined],
    ['https://{region}/', undefined],
    ['https://{name}/', undefined],
    ['https://x.example/{serial}', undefined],
  ])('%s opens %s, with encoded values', (template, address) => {
    expect(livewireAddress(template, facts)).toBe(address);
  });

  it('has an IPv6 address of the host in brackets, and no dots that change the path', () => {
    const v6 = { ...facts, address: '2001:db8::7', name: '..' };
    expect(livewireAddress('https://{address}/?a={address}', v6)).toBe(
      'https://[2001:db8::7]/?a=2001%3Adb8%3A%3A7',
    );
    expect(livewireAddress('https://x.example/{name}/y', v6)).toBeUndefined();
  });

  it.each([
    ['', []],
    ['https://x.example/{name}', []],
    ['https://{address}/', []],
    ['https://x.example/{serial}', ['LIVEWIRE_PLACEHOLDER_UNKNOWN']],
    ['https://x.example/{name', ['LIVEWIRE_PLACEHOLDER_UNKNOWN']],
    ['javascript:alert({id})', ['URL_INVALID']],
    ['{address}/x', ['URL_INVALID']],
    ['https://user:secret@x.example/', ['URL_INVALID']],
  ])('%j has the faults %j', (url, codes) => {
    const parsed = parseInput(LivewireSetting, { url });
    expect(parsed.ok ? [] : parsed.faults.map(({ code }) => code)).toEqual(codes);
  });

  it('rejects an unknown placeholder with the list of known ones', () => {
    const parsed = parseInput(LivewireSetting, { url: 'https://x.example/{serial}' });
    expect(parsed).toMatchObject({
      ok: false,
      faults: [{ path: 'url', params: { name: '{serial}', known: expect.stringContaining('{address}, ') } }],
    });
  });
});
