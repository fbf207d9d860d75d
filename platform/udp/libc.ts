import { endianness } from 'node:os';

/** Told when a descriptor can be read, by the event loop itself. */
export interface Readiness {
  start(tell: () => void): void;
  stop(): void;
  close(): void;
}

type Bytes = Uint8Array;

/** What the batched receiver needs of the C library. Numbers below zero are failures: `errno` tells which. */
export interface Libc {
  socket(family: number, type: number, protocol: number): number;
  bind(socket: number, address: Bytes, length: number): number;
  /** The two with five parameters: (socket, level, name, value, length). */
  readonly setsockopt: (...words: readonly [number, number, number, Bytes, number]) => number;
  readonly getsockopt: (...words: readonly [number, number, number, Bytes, Bytes]) => number;
  getsockname(socket: number, address: Bytes, length: Bytes): number;
  /** (socket, headers, how many, flags, no time limit) */
  readonly recvmmsg: (...words: readonly [number, bigint, number, number, null]) => number;
  close(socket: number): number;
  /** Writes the bytes of a numeric address; 0 when the text is none. */
  inet_pton(family: number, text: string, out: Bytes): number;
  /** (address, length, text, its length, no service, 0, flags) */
  readonly getnameinfo: (...words: readonly [Bytes, number, Bytes, number, null, number, number]) => number;
  if_nametoindex(name: string): number;
  errno(): number;
  /** Memory that never moves and is kept for good. */
  allocate(bytes: number): { readonly address: bigint; readonly memory: ArrayBuffer };
  /** Begins to watch a descriptor. */
  watch(descriptor: number, tell: () => void): Readiness;
}

const prototypes = {
  socket: 'int socket(int, int, int)',
  bind: 'int bind(int, const void *, unsigned int)',
  setsockopt: 'int setsockopt(int, int, int, const void *, unsigned int)',
  getsockopt: 'int getsockopt(int, int, int, void *, void *)',
  getsockname: 'int getsockname(int, void *, void *)',
  recvmmsg: 'int recvmmsg(int, void *, unsigned int, int, void *)',
  close: 'int close(int)',
  inet_pton: 'int inet_pton(int, const char *, void *)',
  getnameinfo: 'int getnameinfo(void *, unsigned int, void *, unsigned int, void *, unsigned int, int)',
  if_nametoindex: 'unsigned int if_nametoindex(const char *)',
} as const;

/** The layouts of messages and the numbers of options below are those of Linux with 64 bits. */
function refusal(): string | undefined {
  const { platform, arch } = process;
  if (platform !== 'linux') return `the system is ${platform}`;
  if (arch !== 'x64' && arch !== 'arm64') return `the processor is ${arch}`;
  return endianness() === 'LE' ? undefined : 'numbers have their high byte first';
}

/** Rejects where the C library cannot be called: another system, or no binary of koffi for it. */
export async function openLibc(): Promise<Libc> {
  const refused = refusal();
  if (refused !== undefined) throw new Error(refused);
  const { default: koffi } = await import('koffi');
  const library = koffi.load(null);
  const calls = Object.fromEntries(
    Object.entries(prototypes).map(([name, prototype]) => [name, library.func(prototype)]),
  );
  return {
    ...(calls as unknown as Pick<Libc, keyof typeof prototypes>),
    errno: () => koffi.errno(),
    allocate(bytes) {
      const address = koffi.alloc('uint8_t', bytes) as bigint;
      return { address, memory: koffi.view(address, bytes) };
    },
    watch: (descriptor, tell) => koffi.node.poll(descriptor, tell),
  };
}
