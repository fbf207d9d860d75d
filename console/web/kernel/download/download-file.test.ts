import { describe, expect, it } from 'vitest';
import { fileNameIn } from './download-file.ts';

describe('the name of a downloaded file', () => {
  it.each([
    ['attachment; filename="audit.csv"', 'audit.csv'],
    [`attachment; filename="R_seau.csv"; filename*=UTF-8''R%C3%A9seau.csv`, 'Réseau.csv'],
    ['attachment', undefined],
    [null, undefined],
  ])('of %j is %j', (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});
