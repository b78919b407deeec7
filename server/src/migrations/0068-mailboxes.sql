-- A paused mailbox is not fetched. `failed_step`: where its opening has failed.
alter table mailbox add paused_at timestamptz,
  add failed_step text check (failed_step in ('reached', 'secured', 'signedIn', 'opened'));

create index received_mail_waiting on received_mail (service_company_id, mailbox_id) where state = 'waiting';

-- Who of the staff sees mail that waits for them reads the list again: it has one more, or one less.
create function tell_waiting_mail() returns trigger language plpgsql as $$
begin
  insert into event (service_company_id, portal_id, type, staff_only)
    select distinct n.service_company_id, n.portal_id, 'mail.waiting', true
    from new_rows n join old_rows o on o.service_company_id = n.service_company_id and o.id = n.id
    where (n.state in ('quarantined', 'noted') or o.state in ('quarantined', 'noted'))
      and (n.state <> o.state or n.settled_by is distinct from o.settled_by)
      and n.service_company_id::text is distinct from current_setting('portico.removing_service_company', true);
  return null;
end $$;
create trigger waiting_mail_told after update on received_mail
  referencing new table as new_rows old table as old_rows for each statement execute function tell_waiting_mail();

-- How long whole mails are kept: those in tickets, and the others.
alter table service_company
  add mail_months int not null default 24 check (mail_months between 1 and 120),
  add mail_quarantine_days int not null default 30 check (mail_quarantine_days between 1 and 365);
