-- Who of the staff sees as which person of a contact at the moment. It ends with the session that began it and with the membership, and
-- holds no longer once `rights`, what the account may do and see, are others. It is no session of the customer; its ids are of the same
-- sequence, because file addresses name either.
create table see_as (
  id bigint primary key default nextval('session_id_seq'),
  token_hash bytea not null unique,
  staff_session_id bigint not null references staff_session on delete cascade,
  membership_id bigint not null references membership (id) on delete cascade,
  rights text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index see_as_staff_session on see_as (staff_session_id);
create index see_as_membership on see_as (membership_id);
create index see_as_expires_at on see_as (expires_at);
