import { join } from 'node:path';
import { makePrivateDirectory } from '../access/private-directory.ts';
import { writeInPlace } from './storage/write-in-place.ts';

/**
 * Rights of every statement. None on a source (files, addresses, processes), on dictionaries, functions and named
 * collections, or on the server itself. Backups go to the disk `backups` alone.
 */
const GRANTS = [
  'GRANT SHOW, SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, CREATE VIEW, DROP, TRUNCATE, OPTIMIZE, CHECK, KILL QUERY, BACKUP, SYSTEM MERGES ON *.*',
  ...[
    'MergeTree',
    'SummingMergeTree',
    'AggregatingMergeTree',
    'ReplacingMergeTree',
    'Join',
    'Memory',
    'Null',
    'View',
    'MaterializedView',
    'Atomic',
  ].map((engine) => `GRANT TABLE ENGINE ON ${engine}`),
];

/** Settings whose text is a statement, an expression or the name of a file: a statement could hide in them. */
const FIXED_SETTINGS = [
  'additional_result_filter',
  'additional_table_filters',
  'dialect',
  'format_schema',
  'format_schema_message_name',
  'format_schema_source',
  'format_template_resultset',
  'format_template_resultset_format',
  'format_template_row',
  'format_template_row_format',
  'parallel_replicas_custom_key',
];

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const users = (): string => `<clickhouse>
  <profiles><default>
    <constraints>${FIXED_SETTINGS.map((name) => `<${name}><const/></${name}>`).join('')}</constraints>
  </default></profiles>
  <quotas><default></default></quotas>
  <users><default>
    <no_password/>
    <networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile>
    <quota>default</quota>
    <grants>${GRANTS.map((grant) => `<query>${grant}</query>`).join('')}</grants>
  </default></users>
</clickhouse>
`;

/** Folder of the disk `backups` of the engine whose configuration is in `directory`. */
export const backupDiskOf = (directory: string): string => join(directory, 'backups');

/**
 * The parts before a merge stay for eight minutes, as in ClickHouse's own server; the library would remove them at once, and a part that the
 * full disk left empty could not be restored.
 */
const OLD_PARTS_SECONDS = 480;

const server = (directory: string, keepFreeBytes: number): string => `<clickhouse>
  <user_directories><users_xml><path>${text(join(directory, 'users.xml'))}</path></users_xml></user_directories>
  <user_files_path>${text(join(directory, 'no-files'))}/</user_files_path>
  <format_schema_path>${text(join(directory, 'no-files'))}/</format_schema_path>
  <backups><allowed_disk>backups</allowed_disk></backups>
  <access_control_improvements>
    <table_engines_require_grant>true</table_engines_require_grant>
  </access_control_improvements>
  <storage_configuration>
    <disks>
      <default><keep_free_space_bytes>${String(keepFreeBytes)}</keep_free_space_bytes></default>
      <backups><type>local</type><path>${text(backupDiskOf(directory))}/</path></backups>
    </disks>
  </storage_configuration>
  <merge_tree><old_parts_lifetime>${String(OLD_PARTS_SECONDS)}</old_parts_lifetime></merge_tree>
</clickhouse>
`;

/**
 * Writes the configuration of the engine into a directory and returns its file. The password is checked before a statement
 * reaches the engine, which runs all of them as one user. No insert and no merge begins that would leave less than `keepFreeBytes` on the disk.
 */
export function writeServerConfiguration(directory: string, keepFreeBytes: number): string {
  makePrivateDirectory(join(directory, 'no-files'));
  makePrivateDirectory(backupDiskOf(directory));
  const file = join(directory, 'config.xml');
  writeInPlace(join(directory, 'users.xml'), users());
  writeInPlace(file, server(directory, keepFreeBytes));
  return file;
}
