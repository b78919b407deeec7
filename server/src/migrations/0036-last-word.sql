-- Whose the last word is follows what was removed or changed, too: the staff's last message may be deleted over the operator API.
create or replace function set_awaits_answer() returns trigger language plpgsql as $$
begin
  update ticket t set awaits_answer = last.by_customer
  from (select distinct service_company_id, portal_id, contact_id, ticket_id from changed) c
  cross join lateral (
    select coalesce((
      select k.sender_web_user_id is not null from comment k where k.service_company_id = c.service_company_id
        and k.portal_id = c.portal_id and k.contact_id = c.contact_id and k.ticket_id = c.ticket_id
      order by k.creation_date desc, k.id desc limit 1), true) as by_customer) last
  where t.service_company_id = c.service_company_id and t.portal_id = c.portal_id and t.contact_id = c.contact_id
    and t.id = c.ticket_id and t.awaits_answer <> last.by_customer;
  return null;
end $$;

drop trigger awaits_answer on comment;
create trigger awaits_answer after insert on comment referencing new table as changed
  for each statement execute function set_awaits_answer();
create trigger awaits_answer_update after update on comment referencing new table as changed
  for each statement execute function set_awaits_answer();
create trigger awaits_answer_delete after delete on comment referencing old table as changed
  for each statement execute function set_awaits_answer();
