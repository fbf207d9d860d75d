import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { STORE_USER } from '../access/store-credentials.ts';

/** The part of Emscripten's file system that sets rights. */
interface FileSystem {
  chmod: (path: unknown, mode: number, dontFollow?: boolean) => void;
}

/** Mode bits of the group and of others. */
const FOREIGN_BITS = 0o077;

/** PGlite without programs, with files that no other user may open. */
export class ContainedPostgres extends PGlite {
  static async open(options: PGliteOptions): Promise<ContainedPostgres> {
    const db = new ContainedPostgres(options);
    await db.waitReady;
    db.#keepFilesPrivate();
    return db;
  }

  /** The C library of PGlite sets the rights of a new file itself, past the umask of the process. */
  #keepFilesPrivate(): void {
    const files: FileSystem = this.Module.FS;
    const chmod = files.chmod.bind(files);
    files.chmod = (path, mode, dontFollow) => {
      chmod(path, mode & ~FOREIGN_BITS, dontFollow);
    };
  }

  /**
   * `popen` of the server. There is no program that it could start; PGlite throws then, through the server's stack, and no
   * statement ever ends again. No stream is what PostgreSQL expects: the statement fails.
   */
  override handleExternalCmd(command: string, mode: string): number {
    return command.startsWith('locale -a') ? super.handleExternalCmd(command, mode) : 0;
  }
}

/**
 * Creates the role of all clients and continues as it: it owns the database but has no right on files, programs or settings
 * of the server, so that PostgreSQL rejects `COPY … TO PROGRAM`, `pg_read_file`, `ALTER SYSTEM` and the like.
 */
export async function useOrdinaryRole(db: PGlite): Promise<void> {
  const { rows } = await db.query('SELECT FROM pg_roles WHERE rolname = $1', [STORE_USER]);
  if (rows.length === 0)
    await db.exec(`
      CREATE ROLE ${STORE_USER} LOGIN CREATEDB CREATEROLE;
      ALTER DATABASE postgres OWNER TO ${STORE_USER};
      ALTER SCHEMA public OWNER TO ${STORE_USER};
    `);
  await db.exec(`SET ROLE ${STORE_USER}`);
}
