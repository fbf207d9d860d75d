import { join } from 'node:path';

/** File with the URL of the run's second embedded PostgreSQL, in the folder of the run's stores. */
export const secondPostgresFile = (data: string): string => join(data, 'second-postgres');
