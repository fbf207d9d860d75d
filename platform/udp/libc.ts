import { endianness } from 'node:os';

/** Watches a descriptor with the event loop. */
export interface Readiness {
  start(onReadable: () => void): void;
  stop(): void;
  close(): void;
}

type Bytes = Uint8Array;

/** Functions of the C library that the batched receiver uses. Negative results are failures; `errno` has the cause. */
export interface Libc {
  socket(family: number, type: number, protocol: number): number;
  bind(socket: number, address: Bytes, length: number): number;
  /** Both have five parameters: (socket, level, name, value, length). */
  readonly setsockopt: (...words: readonly [number, number, number, Bytes, number]) => number;
  readonly getsockopt: (...words: readonly [number, number, number, Bytes, Bytes]) => number;
  getsockname(socket: number, address: Bytes, length: Bytes): number;
  /** (socket, headers, count, flags, no time limit) */
  readonly recvmmsg: (...words: readonly [number, bigint, number, number, null]) => number;
  close(socket: number): number;
  /** Writes the bytes of a numeric address; returns 0 for invalid text. */
  inet_pton(family: number, text: string, out: Bytes): number;
  /** (address, length, text, its length, no service, 0, flags) */
  readonly getnameinfo: (...words: readonly [Bytes, number, Bytes, number, null, number, number]) => number;
  if_nametoindex(name: string): number;
  errno(): number;
  /** Allocates memory that never moves and is never freed. */
  allocate(bytes: number): { readonly address: bigint; readonly memory: ArrayBuffer };
  /** Starts to watch a descriptor. */
  watch(descriptor: number, onReadable: () => void): Readiness;
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

/** Message layouts and option numbers in this folder are those of 64-bit Linux. */
function unsupportedReason(): string | undefined {
  const { platform, arch } = process;
  if (platform !== 'linux') return `the system is ${platform}`;
  if (arch !== 'x64' && arch !== 'arm64') return `the processor is ${arch}`;
  return endianness() === 'LE' ? undefined : 'numbers have their high byte first';
}

/** Rejects when the C library cannot be called: another system, or koffi is not installed or has no binary for it. */
export async function openLibc(): Promise<Libc> {
  const reason = unsupportedReason();
  if (reason !== undefined) throw new Error(reason);
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
    watch: (descriptor, onReadable) => koffi.node.poll(descriptor, onReadable),
  };
}
