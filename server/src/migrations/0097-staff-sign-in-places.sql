-- From where and with what each of the staff has signed in, as customers have it: a sign-in from a new place is mailed.
alter table staff_sign_in_address add first_used_at timestamptz;
-- Those of before are not new on the day of the upgrade.
update staff_sign_in_address set first_used_at = last_used_at - interval '1 day';
alter table staff_sign_in_address alter first_used_at set not null;

create table staff_sign_in_device (
  service_company_id bigint not null,
  staff_account_id bigint not null,
  device text not null,
  first_used_at timestamptz not null,
  primary key (service_company_id, staff_account_id, device),
  foreign key (service_company_id, staff_account_id) references staff_account on delete cascade
);

-- Keys of the mails about a sign-in from a new place: whoever has one may end that session. The session itself may have ended before.
create table staff_sign_in_notice (
  key_hash bytea primary key,
  service_company_id bigint not null,
  staff_account_id bigint not null,
  session_id bigint not null,
  signed_in_at timestamptz not null,
  address text,
  device text,
  expires_at timestamptz not null,
  foreign key (service_company_id, staff_account_id) references staff_account on delete cascade
);
create index staff_sign_in_notice_account on staff_sign_in_notice (service_company_id, staff_account_id);
create index staff_sign_in_notice_expires_at on staff_sign_in_notice (expires_at);
