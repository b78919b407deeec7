-- A job that runs when its process dies is tried again; at the third time in a row it is set aside for an hour and then runs alone.
alter table job
  add is_running boolean not null default false,
  add deaths integer not null default 0,
  add set_aside_at timestamptz;
-- Each look for jobs that are due asks for these, too.
create index job_set_aside on job (kind, due_at) where set_aside_at is not null and given_up_at is null;
