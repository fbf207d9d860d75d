/**
 * Types of the parts of `net-snmp` that Telltale uses, including internals. The package brings none, and
 * `@types/net-snmp` 3.23 lacks or misdescribes the internals: engine state of a session, its socket, replaceable
 * ciphers and the key cache.
 */
declare module 'net-snmp' {
  import type { Socket } from 'node:dgram';
  import type { EventEmitter } from 'node:events';

  export interface Varbind {
    readonly oid: string;
    readonly type: number;
    /** By type: number, Buffer, dotted text or null. */
    readonly value: unknown;
  }
  export interface SessionOptions {
    readonly version: number;
    readonly port: number;
    readonly transport: 'udp4' | 'udp6';
    readonly timeout: number;
    readonly retries: number;
    readonly backoff?: number;
    readonly context?: string;
    /** Port of traps and informs. */
    readonly trapPort?: number;
    /** Local engine id in hexadecimal: the authoritative engine of a v3 trap (RFC 3414 §1.5.1). */
    readonly engineID?: string;
  }
  /** An outgoing message. */
  export interface Outgoing {
    readonly message: {
      readonly msgSecurityParameters?: {
        msgAuthoritativeEngineBoots: number;
        msgAuthoritativeEngineTime: number;
      };
    };
  }
  export interface TrapOptions {
    /** sysUpTime in hundredths of a second. */
    readonly upTime: number;
  }
  export interface User {
    readonly name: string;
    readonly level: number;
    readonly authProtocol?: number;
    readonly authKey?: string;
    readonly privProtocol?: number;
    readonly privKey?: string;
  }
  /** Authoritative engine as reported by the agent. */
  export interface EngineParameters {
    readonly msgAuthoritativeEngineID: Buffer;
    readonly msgAuthoritativeEngineBoots: number;
    readonly msgAuthoritativeEngineTime: number;
  }
  export interface Session extends EventEmitter {
    readonly dgram: Socket;
    retries: number;
    /** Undefined until the engine is discovered. */
    msgSecurityParameters: EngineParameters | undefined;
    engineTimeBoots: number | null;
    engineTimeBase: number | null;
    engineTimeReceivedAt: number | null;
    latestReceivedEngineTime: number | null;
    get(oids: readonly string[], done: (error: Error | null, varbinds?: readonly Varbind[]) => void): void;
    getNext(
      oids: readonly string[],
      done: (error: Error | null, varbinds?: readonly Varbind[]) => void,
    ): void;
    getBulk(
      oids: readonly string[],
      nonRepeaters: number,
      maxRepetitions: number,
      done: (error: Error | null, varbinds?: readonly (Varbind | readonly Varbind[])[]) => void,
    ): void;
    trap(
      oid: string,
      varbinds: readonly Varbind[],
      ...remaining: [options: TrapOptions, done: (error: Error | null) => void]
    ): void;
    inform(
      oid: string,
      varbinds: readonly Varbind[],
      ...remaining: [options: TrapOptions, done: (error: Error | null) => void]
    ): void;
    send(request: Outgoing, noWait?: boolean): void;
    onMsg(message: Buffer): void;
    /** Fails all pending requests with the error. */
    cancelRequests(error: Error): void;
    close(): void;
  }
  export interface Sealed {
    readonly encryptedPdu: Buffer;
    readonly msgPrivacyParameters: Buffer;
  }
  interface EngineId {
    readonly engineID: Buffer;
    readonly engineBoots?: number;
    readonly engineTime?: number;
  }
  export interface Cipher {
    encryptPdu(
      ...what: [plain: Buffer, protocol: number, password: string, authProtocol: number, engine: EngineId]
    ): Sealed;
    decryptPdu(
      ...what: [
        sealed: Buffer,
        protocol: number,
        salt: Buffer,
        password: string,
        authProtocol: number,
        engine: EngineId,
      ]
    ): Buffer;
  }
  interface Library {
    readonly Version1: number;
    readonly Version2c: number;
    readonly Version3: number;
    readonly SecurityLevel: Readonly<Record<'noAuthNoPriv' | 'authNoPriv' | 'authPriv', number>>;
    readonly AuthProtocols: Readonly<
      Record<'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512', number>
    >;
    readonly PrivProtocols: Readonly<Record<'des' | 'aes' | 'aes256b' | 'aes256r', number>>;
    readonly ObjectType: Readonly<Record<'Counter64' | 'Integer' | 'OctetString' | 'Unsigned32', number>>;
    readonly Authentication: {
      /** Localised key of RFC 3414 §2.6 for this engine. Cached, because it costs a hash of a megabyte. */
      passwordToKey: (protocol: number, password: string, engineId: Buffer) => Buffer;
      authToKeyCache: Record<string, Buffer>;
      /** Writes the digest into a message, whose digest field holds zeros. */
      writeParameters(
        message: Buffer,
        ...remaining: [protocol: number, password: string, engineId: Buffer, digest: Buffer]
      ): void;
      isAuthentic(
        message: Buffer,
        protocol: number,
        password: string,
        engineId: Buffer,
        digest: Buffer,
      ): boolean;
    };
    readonly Encryption: { readonly algorithms: Record<number, Cipher> };
    createSession(target: string, community: string, options: SessionOptions): Session;
    createV3Session(target: string, user: User, options: SessionOptions): Session;
  }
  const library: Library;
  export default library;
}
