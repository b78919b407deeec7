-- The staff's stream tells of lists that have changed, too.
drop index event_staff;
create index event_staff on event (service_company_id, transaction, id)
  where staff_only or ticket_id is not null or purpose is not null;
