import { describe, expect, it } from 'vitest';
import { dscpName, dscpText, MAX_DSCP, parseDscp } from './dscp.ts';

describe('a DSCP value', () => {
  it.each([
    ['46', 46],
    ['EF', 46],
    [' af41 ', 34],
    ['CS3', 24],
    ['CS0', 0],
    ['BE', 0],
    ['DF', 0],
    ['LE', 1],
    ['VOICE-ADMIT', 44],
    ['DSCP 5', 5],
    ['07', 7],
  ])('may be written as %s', (text, dscp) => {
    expect(parseDscp(text)).toBe(dscp);
  });

  it.each(['64', '-1', '1.5', '0x2e', 'AF44', 'AF15', 'CS8', 'EF1', '', ' ', '100'])('is not %j', (text) => {
    expect(parseDscp(text)).toBeUndefined();
  });

  it('is read again from its text', () => {
    for (let dscp = 0; dscp <= MAX_DSCP; dscp += 1) expect(parseDscp(dscpText(dscp))).toBe(dscp);
    expect([dscpName(0), dscpName(46), dscpName(24), dscpName(5)]).toEqual([
      'CS0 (best effort)',
      'EF',
      'CS3',
      'DSCP 5',
    ]);
  });
});
