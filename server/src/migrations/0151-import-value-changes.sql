-- Which values of existing records the last check of an import would change.
alter table import_run add changes jsonb;
