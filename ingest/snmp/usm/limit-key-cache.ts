import snmp from 'net-snmp';

/** More than the engines one process polls; a key takes about 300 bytes. */
const MAX_KEYS = 20_000;

/**
 * net-snmp caches the key of every engine forever, and anyone can announce engines (a Report needs no signature).
 * Above the limit the cache is cleared: recreating a key costs a hash of a megabyte.
 */
export function limitKeyCache(): void {
  const { Authentication } = snmp;
  const { passwordToKey } = Authentication;
  const seen = new WeakSet<Buffer>();
  let known = 0;
  Authentication.passwordToKey = (protocol, password, engineId) => {
    const key = passwordToKey(protocol, password, engineId);
    if (seen.has(key)) return key;
    seen.add(key);
    known += 1;
    if (known > MAX_KEYS) {
      Authentication.authToKeyCache = {};
      known = 0;
    }
    return key;
  };
}
