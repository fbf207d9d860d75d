import { join } from 'node:path';

/** Where the second embedded PostgreSQL of a run says where it listens; the folder is that of the run's stores. */
export const secondPostgresFile = (data: string): string => join(data, 'second-postgres');
