-- The second factor of a user: a shared secret for codes by time (RFC 6238), encrypted under SECRET_KEY. It counts once it is confirmed.
create table second_factor (
  service_company_id bigint not null,
  web_user_id bigint not null,
  encrypted_secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the last code that was used, so that each works once.
  last_step bigint not null default 0,
  primary key (service_company_id, web_user_id),
  foreign key (service_company_id, web_user_id) references web_user on delete cascade
);

-- Codes for those who lost the device, each good once. Stored is an HMAC under SECRET_KEY: a code is shorter than a token.
create table recovery_code (
  service_company_id bigint not null,
  web_user_id bigint not null,
  code_mac bytea not null,
  used_at timestamptz,
  primary key (service_company_id, web_user_id, code_mac),
  foreign key (service_company_id, web_user_id) references second_factor on delete cascade
);

-- Sign-ins whose second factor is due.
create table sign_in_ticket (
  token_hash bytea primary key,
  service_company_id bigint not null,
  web_user_id bigint not null,
  portal_key text,
  remember boolean not null,
  -- The password that was checked; null after a mailed link.
  password_hash text,
  -- Whether another mail has told the user of the sign-in.
  skip_notice boolean not null,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (service_company_id, web_user_id) references web_user on delete cascade
);
create index sign_in_ticket_web_user on sign_in_ticket (service_company_id, web_user_id);
create index sign_in_ticket_expires_at on sign_in_ticket (expires_at);

-- Links that users ask for themselves are counted apart from those that failed sign-ins cause.
alter table sign_in_link add requested boolean not null default false;
