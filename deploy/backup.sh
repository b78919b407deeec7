#!/bin/sh
# Makes a backup in BACKUP_DIR, with the settings of the service in the environment, and removes backups older than 30 days.
set -eu
umask 077
mkdir -p "$BACKUP_DIR"
if [ -n "${DATABASE_URL:-}" ]; then
  dump="$BACKUP_DIR/portico-$(date +%Y%m%d-%H%M%S).dump"
  # The password goes into the environment, because every user of the machine can read the arguments of a program.
  password=$(node -p 'decodeURIComponent(new URL(process.env.DATABASE_URL).password)')
  address=$(node -p 'const url = new URL(process.env.DATABASE_URL); url.password = ""; url.href')
  [ -z "$password" ] || export PGPASSWORD="$password"
  pg_dump --format=custom --exclude-table-data=event --file="$dump.part" "$address"
  mv "$dump.part" "$dump"
else
  node server/bin/portico.js backup
fi
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name 'portico-*' -mtime +30 -exec rm -r {} +
# What is left of backups that were cut off.
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name '.portico-*' -mtime +1 -exec rm -r {} +
