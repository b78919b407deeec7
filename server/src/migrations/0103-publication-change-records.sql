-- The history of published files is a record of import, export and operator API, so that a move to another installation keeps it.
alter table publication_change
  add external_id text not null default new_external_id(),
  add changed_at timestamptz not null default now(),
  add unique (service_company_id, external_id);
create index publication_change_changed on publication_change (service_company_id, changed_at, id);
create trigger changed before update on publication_change for each row when (old.* is distinct from new.*)
  execute function set_changed_at();

-- A record that moves to another portal takes its history along, with the files in it.
do $$
declare
  held text;
begin
  select conname into strict held from pg_constraint
    where conrelid = 'former_file'::regclass and confrelid = 'publication_change'::regclass and contype = 'f';
  execute format('alter table former_file drop constraint %I', held);
end $$;
alter table former_file add constraint former_file_change_fkey
  foreign key (service_company_id, portal_id, publication_change_id) references publication_change
  on update cascade on delete cascade;
