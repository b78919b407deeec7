-- The original of an electronic invoice, XML or a signed file, beside the document that people read.
alter table invoice
  add original_file_id bigint,
  add foreign key (service_company_id, portal_id, contact_id, original_file_id) references file;
create index invoice_original on invoice (service_company_id, portal_id, contact_id, original_file_id)
  where original_file_id is not null;
