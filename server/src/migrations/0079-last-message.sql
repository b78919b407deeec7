-- When the last message of a ticket was written, because every list shows it. The trigger that keeps whose the last word is keeps it, too.
-- No index has it, so that a message leaves the indexes of its ticket alone. See decision 91, The last message in the ticket's row.
alter table ticket add last_comment_on timestamptz;

-- A message is no change of its ticket: `changed_at` tells the service company of changes.
create function set_ticket_changed_at() returns trigger language plpgsql as $$
declare
  without_message ticket := new;
begin
  without_message.last_comment_on := old.last_comment_on;
  if without_message is distinct from old then
    new.changed_at := now();
  end if;
  return new;
end $$;

drop trigger changed on ticket;
create trigger changed before update on ticket for each row
  when (old.* is distinct from new.*) execute function set_ticket_changed_at();

alter table ticket disable trigger user;
update ticket t set last_comment_on = k.last
  from (select service_company_id, portal_id, contact_id, ticket_id, max(creation_date) as last from comment group by 1, 2, 3, 4) k
  where k.service_company_id = t.service_company_id and k.portal_id = t.portal_id and k.contact_id = t.contact_id and k.ticket_id = t.id;
alter table ticket enable trigger user;

-- First the tickets are locked, so that each of two messages of one moment is seen by whoever comes second.
create function set_last_message() returns trigger language plpgsql as $$
begin
  perform from (select distinct service_company_id, portal_id, contact_id, ticket_id from changed) c
    join ticket t on t.service_company_id = c.service_company_id and t.portal_id = c.portal_id and t.contact_id = c.contact_id
      and t.id = c.ticket_id
    order by t.id for no key update of t;
  update ticket t set awaits_answer = last.by_customer, last_comment_on = last.written_on
  from (select distinct service_company_id, portal_id, contact_id, ticket_id from changed) c
  cross join lateral (
    select coalesce((array_agg(k.by_customer))[1], true) as by_customer, max(k.creation_date) as written_on from (
      select k.creation_date, k.sender_web_user_id is not null or k.sender_address is not null as by_customer
      from comment k where k.service_company_id = c.service_company_id and k.portal_id = c.portal_id
        and k.contact_id = c.contact_id and k.ticket_id = c.ticket_id
      order by k.creation_date desc, k.id desc limit 1) k) last
  where t.service_company_id = c.service_company_id and t.portal_id = c.portal_id and t.contact_id = c.contact_id
    and t.id = c.ticket_id and (t.awaits_answer, t.last_comment_on) is distinct from (last.by_customer, last.written_on);
  return null;
end $$;

drop trigger awaits_answer on comment;
drop trigger awaits_answer_update on comment;
drop trigger awaits_answer_delete on comment;
drop function set_awaits_answer();
create trigger last_message after insert on comment referencing new table as changed
  for each statement execute function set_last_message();
create trigger last_message_update after update on comment referencing new table as changed
  for each statement execute function set_last_message();
-- A message may have come from another ticket.
create trigger last_message_update_from after update on comment referencing old table as changed
  for each statement execute function set_last_message();
create trigger last_message_delete after delete on comment referencing old table as changed
  for each statement execute function set_last_message();
