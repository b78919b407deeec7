-- Absences are written by imports and the operator API as well: whoever changes one, the staff who read it before are told.
create function renew_absence_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger absence_version before update on staff_absence for each row execute function renew_absence_version();
