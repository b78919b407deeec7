-- The file that the signer of a document sees, and that is sealed: the one that was sent, or what was made of it, with what was changed. It is
-- null until the file was read for its signer, and for documents that were signed before there was one.
alter table signing_document
  add shown_file_id bigint,
  add shown_changes text[] not null default '{}',
  add foreign key (service_company_id, portal_id, contact_id, shown_file_id) references file;
