import { variable } from './variable.ts';

/** Token of RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** A variable with names of headers, separated by commas; empty when it is not set. */
export const headersVariable = () =>
  variable<readonly string[]>(
    {
      expected: 'names of headers such as X-Region, separated by commas',
      read(text) {
        const given = text.split(',').map((part) => part.trim());
        return given.every((name) => TOKEN.test(name)) ? given : undefined;
      },
    },
    [],
  );
