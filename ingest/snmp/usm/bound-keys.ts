import snmp from 'net-snmp';

/** More than engines that one process polls; a key takes some 300 bytes. */
const MOST_KEYS = 20_000;

/**
 * The library keeps the key of every engine that it was told of, for ever, and anybody can tell it engines (a Report needs no
 * signature). After so many all are forgotten: one costs a hash of a megabyte to be made again.
 */
export function boundKeys(): void {
  const { Authentication } = snmp;
  const { passwordToKey } = Authentication;
  const seen = new WeakSet<Buffer>();
  let known = 0;
  Authentication.passwordToKey = (protocol, password, engineId) => {
    const key = passwordToKey(protocol, password, engineId);
    if (seen.has(key)) return key;
    seen.add(key);
    known += 1;
    if (known > MOST_KEYS) {
      Authentication.authToKeyCache = {};
      known = 0;
    }
    return key;
  };
}
