-- Keys of the mails about a sign-in from a new place: whoever has one may end that session. The session itself may have ended before.
create table sign_in_notice (
  key_hash bytea primary key,
  service_company_id bigint not null,
  portal_id bigint not null,
  web_user_id bigint not null,
  session_id bigint not null,
  signed_in_at timestamptz not null,
  address text,
  device text,
  expires_at timestamptz not null,
  ended_at timestamptz,
  foreign key (service_company_id, portal_id) references portal on delete cascade,
  foreign key (service_company_id, web_user_id) references web_user on delete cascade
);
create index sign_in_notice_portal on sign_in_notice (service_company_id, portal_id);
create index sign_in_notice_web_user on sign_in_notice (service_company_id, web_user_id);
create index sign_in_notice_expires_at on sign_in_notice (expires_at);

-- What the browser in which a link was asked for calls itself; null where none was said.
alter table sign_in_link add browser_hash bytea;
