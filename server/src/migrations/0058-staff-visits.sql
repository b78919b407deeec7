-- Visits that the staff plan on a board. `email` and `language`: who is mailed the visit and its changes. `notes` are for who makes it.
-- `sequence`: how often its calendar entry has changed, as for bookings; until now cancelling was the one change.
alter table planned_activity
  add email text,
  add language text check (language in ('it-IT', 'en-EN', 'es-ES')),
  add notes text,
  add sequence int not null default 0;
alter table planned_activity disable trigger user;
update planned_activity set sequence = 1 where status = 'cancelled';
alter table planned_activity enable trigger user;

-- A hold names its source by id.
create index planned_activity_id on planned_activity (service_company_id, id);
create index appointment_id on appointment (service_company_id, id);
-- Visits that nobody makes yet take nobody's time.
create index planned_activity_unassigned on planned_activity (service_company_id, starts_at)
  where staff_user_id is null and status is distinct from 'cancelled';

-- Whoever takes or frees somebody's time, by whichever way: open boards read those days again. They are not told whose time it is.
create function tell_board() returns trigger language plpgsql as $$
begin
  insert into event (service_company_id, type, staff_only, detail)
    select service_company_id, 'board.changed', true,
      jsonb_build_object('from', instant(min(lower(during))), 'to', instant(max(upper(during))))
    from changed_rows
    where service_company_id::text is distinct from current_setting('portico.removing_service_company', true)
    group by service_company_id;
  return null;
end $$;
create trigger board_taken after insert on staff_hold
  referencing new table as changed_rows for each statement execute function tell_board();
create trigger board_freed after delete on staff_hold
  referencing old table as changed_rows for each statement execute function tell_board();
