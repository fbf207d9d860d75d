import { describe, expect, it } from 'vitest';
import { scramExchange, scramVerifier } from './scram.ts';

/** The example of RFC 7677, section 3. */
const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
const verifier = scramVerifier('pencil', salt);
const clientFirst = 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO';
const serverNonce = (): string => '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
const nonce = `rOprNGfwEbeRWgbNEkqO${serverNonce()}`;
const proof = 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=';

describe('SCRAM-SHA-256', () => {
  it('exchanges the messages of RFC 7677', () => {
    const exchange = scramExchange(verifier, clientFirst, serverNonce);
    expect(exchange?.challenge).toBe(`r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`);
    expect(exchange?.verify(`c=biws,r=${nonce},p=${proof}`)).toBe(
      'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
    );
  });

  it.for([
    ['another proof', `c=biws,r=${nonce},p=${Buffer.alloc(32).toString('base64')}`],
    ['a short proof', `c=biws,r=${nonce},p=AAAA`],
    ['no proof', `c=biws,r=${nonce}`],
    ['another nonce', `c=biws,r=${nonce}x,p=${proof}`],
    ['another header', `c=eSws,r=${nonce},p=${proof}`],
    ['nothing', ''],
  ] as const)('rejects %s', ([, clientFinal]) => {
    expect(scramExchange(verifier, clientFirst, serverNonce)?.verify(clientFinal)).toBeUndefined();
  });

  it('rejects the proof of another password', () => {
    const other = scramVerifier('pencils', salt);
    const exchange = scramExchange(other, clientFirst, serverNonce);
    expect(exchange?.verify(`c=biws,r=${nonce},p=${proof}`)).toBeUndefined();
  });

  it.for(['', 'n,,n=user', 'p=tls-server-end-point,,n=user,r=abc', 'x'])(
    'starts no exchange with %j',
    (first) => {
      expect(scramExchange(verifier, first)).toBeUndefined();
    },
  );
});
