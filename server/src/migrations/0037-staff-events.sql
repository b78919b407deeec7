-- What open screens of the staff are told and those of customers are not. `detail` of such an event: `groupId` and `assigneeId` that a
-- ticket had until then, `ticketId` of one that is gone, `staffUserId` if only that person is told.
alter table event add staff_only boolean not null default false;
create index event_staff on event (service_company_id, transaction, id) where staff_only or ticket_id is not null;

-- Whoever changes a ticket's group or assignee, by whichever way: those who may no longer see it have to learn that.
create function tell_reassignment() returns trigger language plpgsql as $$
begin
  insert into event (service_company_id, portal_id, contact_id, type, staff_only, ticket_id, detail)
  values (new.service_company_id, new.portal_id, new.contact_id, 'ticket.reassigned', true, new.id,
    jsonb_build_object('groupId', old.staff_group_id, 'assigneeId', old.staff_user_id));
  return null;
end $$;
create trigger reassignment after update on ticket for each row
  when ((old.staff_group_id, old.staff_user_id) is distinct from (new.staff_group_id, new.staff_user_id))
  execute function tell_reassignment();
