-- The PAdES level that the seal of a signed document has reached, the one that it is to have, and what hindered it at the last try.
-- Null for documents that are not signed, and for those that were sealed before levels were kept.
alter table signing_document
  add seal_level text check (seal_level in ('B-B', 'B-T', 'B-LT')),
  add seal_wanted text check (seal_wanted in ('B-B', 'B-T', 'B-LT')),
  add seal_problem text,
  add check ((seal_level is null) = (seal_wanted is null));
create index signing_document_to_raise on signing_document (seal_level) where seal_level <> seal_wanted;

-- Sealed files in whose place a raised one has come. They are kept for some days, because mails under way and open pages name them.
create table superseded_seal (
  service_company_id bigint not null,
  portal_id bigint not null,
  contact_id bigint not null,
  signing_document_id bigint not null,
  file_id bigint not null,
  superseded_at timestamptz not null,
  primary key (service_company_id, portal_id, contact_id, signing_document_id, file_id),
  foreign key (service_company_id, portal_id, contact_id, signing_document_id) references signing_document,
  foreign key (service_company_id, portal_id, contact_id, file_id) references file
);
