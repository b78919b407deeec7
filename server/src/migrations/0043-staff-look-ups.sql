-- The staff name a ticket and a file by its id alone; every other key begins with portal and contact.
create index ticket_company_id on ticket (service_company_id, id);
create index file_company_id on file (service_company_id, id);
