-- Open boards show visits that nobody makes yet, too. They take nobody's time, so that no hold tells of their changes.
create function tell_board_of_unassigned() returns trigger language plpgsql as $$
begin
  insert into event (service_company_id, type, staff_only, detail)
    select service_company_id, 'board.changed', true,
      jsonb_build_object('from', instant(min(starts_at)), 'to', instant(max(ends_at)))
    from changed_rows
    where staff_user_id is null
      and service_company_id::text is distinct from current_setting('portico.removing_service_company', true)
    group by service_company_id;
  return null;
end $$;
create trigger board_unassigned_planned after insert on planned_activity
  referencing new table as changed_rows for each statement execute function tell_board_of_unassigned();
create trigger board_unassigned_before after update on planned_activity
  referencing old table as changed_rows for each statement execute function tell_board_of_unassigned();
create trigger board_unassigned_changed after update on planned_activity
  referencing new table as changed_rows for each statement execute function tell_board_of_unassigned();
create trigger board_unassigned_removed after delete on planned_activity
  referencing old table as changed_rows for each statement execute function tell_board_of_unassigned();
