import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import snmp, { type Cipher } from 'net-snmp';

const BLOCK = 8;
/** Node's OpenSSL no longer has DES. Triple DES with three equal keys is DES (NIST SP 800-67 §3.2). */
const TRIPLE_DES = 'des-ede3-cbc';

/** RFC 3414 §8.1.1.1: the key and the pre-IV that is combined with the salt. */
function deriveKey(protocol: number, password: string, engineId: Buffer) {
  const localized = snmp.Authentication.passwordToKey(protocol, password, engineId);
  const key = localized.subarray(0, BLOCK);
  return { key: Buffer.concat([key, key, key]), before: localized.subarray(BLOCK, 2 * BLOCK) };
}

const vectorOf = (before: Buffer, salt: Buffer): Buffer =>
  Buffer.from(before.map((byte, at) => byte ^ (salt[at] ?? 0)));

/** The salt is a counter (RFC 3414 §8.1.1.1) with a random start: values do not repeat, and rarely after a restart. */
let count = randomBytes(4).readUInt32BE();
function nextSalt(): Buffer {
  const salt = Buffer.alloc(BLOCK);
  salt.writeUInt32BE(1, 0);
  count = (count + 1) >>> 0;
  salt.writeUInt32BE(count, 4);
  return salt;
}

const des: Cipher = {
  encryptPdu(...[plain, , password, authProtocol, { engineID }]) {
    const { key, before } = deriveKey(authProtocol, password, engineID);
    const salt = nextSalt();
    const cipher = createCipheriv(TRIPLE_DES, key, vectorOf(before, salt)).setAutoPadding(false);
    const padded = Buffer.alloc(Math.ceil(plain.length / BLOCK) * BLOCK);
    plain.copy(padded);
    return {
      encryptedPdu: Buffer.concat([cipher.update(padded), cipher.final()]),
      msgPrivacyParameters: salt,
    };
  },
  decryptPdu(...[sealed, , salt, password, authProtocol, { engineID }]) {
    const { key, before } = deriveKey(authProtocol, password, engineID);
    const decipher = createDecipheriv(TRIPLE_DES, key, vectorOf(before, salt)).setAutoPadding(false);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  },
};

/** Replaces net-snmp's DES, which fails on current OpenSSL. */
export function installDes(): void {
  snmp.Encryption.algorithms[snmp.PrivProtocols.des] = des;
}
