-- How many mails of a sender have shown a picture, so that the logo of a signature is known when it comes again. `key` is a hash of the
-- sender's address and of the picture: who it was cannot be read from it.
create table mail_picture (
  service_company_id bigint not null references service_company,
  key bytea not null,
  mails int not null,
  seen_on timestamptz not null,
  primary key (service_company_id, key)
);
create index mail_picture_seen on mail_picture (seen_on);
