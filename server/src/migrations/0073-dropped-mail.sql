-- Dropped mail is listed as long as it is kept, and can be put back.
create index received_mail_dropped on received_mail (service_company_id, id) where state = 'dropped' and storage_key is not null;
