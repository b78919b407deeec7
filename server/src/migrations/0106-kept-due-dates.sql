-- A line of a ticket that is there, without a due date, keeps what the staff have set: the trigger also runs before an upsert finds the row,
-- and its date of the type then replaced theirs.
create or replace function set_due_at() returns trigger language plpgsql as $$
begin
  if exists (select from ticket t where t.service_company_id = new.service_company_id and t.external_id = new.external_id) then
    return new;
  end if;
  select working_due(new.service_company_id, new.portal_id, new.created_on, y.due_hours) into new.due_at from task_type y
    where y.service_company_id = new.service_company_id and y.portal_id = new.portal_id and y.id = new.task_type_id
      and y.due_hours is not null;
  return new;
end $$;
