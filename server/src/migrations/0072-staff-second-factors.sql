-- The second factor of an employee, as `second_factor` and `recovery_code` are that of a customer.
create table staff_second_factor (
  service_company_id bigint not null,
  staff_account_id bigint not null,
  encrypted_secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (service_company_id, staff_account_id),
  foreign key (service_company_id, staff_account_id) references staff_account on delete cascade
);

create table staff_recovery_code (
  service_company_id bigint not null,
  staff_account_id bigint not null,
  code_mac bytea not null,
  used_at timestamptz,
  primary key (service_company_id, staff_account_id, code_mac),
  foreign key (service_company_id, staff_account_id) references staff_second_factor on delete cascade
);

-- What a session still needs: a code, a passkey, or a second factor at all. Until then it opens nothing; null: nothing. Sessions of before
-- the second factor go on until they end.
alter table staff_session add second_factor_due text check (second_factor_due in ('totp', 'passkey', 'enrol')),
  add second_factor_tries int not null default 0;
