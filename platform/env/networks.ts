import { isIP } from 'node:net';
import { variable } from './variable.ts';

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...remaining] = text.split('/');
  const version = isIP(address);
  if (version === 0 || remaining.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** A variable with addresses and networks (`10.0.0.0/8`), separated by commas; empty when it is not set. */
export const networks = () =>
  variable<readonly string[]>(
    {
      expected: 'addresses or networks such as 10.0.0.5 or 10.0.0.0/8, separated by commas',
      read(text) {
        const given = text.split(',').map((part) => part.trim());
        return given.every(isNetwork) ? given : undefined;
      },
    },
    [],
  );
