import { describe, expect, it } from 'vitest';
import { csvSeparatorOf } from './csv-separator.ts';

describe('the separator of a CSV file', () => {
  it.each<readonly [string, string, boolean]>([
    ['\uFEFFsep=;\r\ncustomer;site\r\n', ';', true],
    ['sep=,\ncustomer,site\n', ',', true],
    ['SEP=;\rcustomer;site', ';', true],
    ['"sep=;"\r\ncustomer;site', ';', true],
    ['sep=\t\ncustomer\tsite', '\t', true],
    ['sep=^\ncustomer^site', '^', true],
    ['sep=;;;;\r\na;b;c;d', ';', true],
    ['customer;site\nsep=,;x', ';', false],
    ['sep;site\nx;y', ';', false],
    ['sep=x,site\n1,2', ',', false],
    ['customer,site\n', ',', false],
    ['customer\tsite', '\t', false],
    ['customer|site', '|', false],
    ['"a,b,c";d', ';', false],
    ['customer', ',', false],
    ['', ',', false],
  ])('%j is %j', (text, separator, isStated) => {
    expect(csvSeparatorOf(text)).toEqual({ separator, isStated });
  });
});
