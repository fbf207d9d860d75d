import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

/** A file of an archive, made when its turn comes. */
export interface ArchiveFile {
  readonly name: string;
  readonly content: () => Promise<string>;
}

/** A `.tar.gz` that is streamed while its files are made. A file that cannot be made says why. */
export function archiveOf(files: AsyncIterable<ArchiveFile>, at: Date): Readable {
  const { readable, controller } = createTarPacker();
  const pack = async (): Promise<void> => {
    for await (const { name, content } of files) {
      const text = await content().catch((error: unknown) => `not readable: ${(error as Error).message}\n`);
      const body = new TextEncoder().encode(text);
      const writer = controller
        .add({ name, size: body.length, type: 'file', mtime: at, mode: 0o600 })
        .getWriter();
      await writer.write(body);
      await writer.close();
    }
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  const gzip = createGzip();
  const source = Readable.fromWeb(readable as ReadableStream<Uint8Array>);
  source.on('error', (error) => gzip.destroy(error));
  // The client left: nothing more is read.
  gzip.on('close', () => source.destroy());
  return source.pipe(gzip);
}
