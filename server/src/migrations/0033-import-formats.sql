-- How the body of an import sent over the API is read; null for lines of JSON.
alter table import_job add column format jsonb;
