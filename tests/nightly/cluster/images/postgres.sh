#!/bin/sh
# In place of the entry point of the image `postgres`: Debian's PostgreSQL with the account and database that the environment names.
set -e
bin=$(ls -d /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data
chown postgres "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  setpriv --reuid=postgres --regid=postgres --init-groups "$bin/initdb" -D "$data" -U "$POSTGRES_USER" --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256 --pwfile=/tmp/password > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | setpriv --reuid=postgres --regid=postgres --init-groups "$bin/postgres" --single -D "$data" postgres > /dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
