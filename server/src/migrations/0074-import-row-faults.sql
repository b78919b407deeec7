-- A refused row names all of its wrong cells: after the first, these.
alter table import_run_row add more jsonb not null default '[]';
