-- Nobody gets in for an archived contact, and the staff's lists hide it; what it has stays.
alter table contact add archived_at timestamptz;
create index contact_archived on contact (service_company_id, portal_id, id) where archived_at is not null;

-- Contacts that were merged into another one: addresses, external ids and numbers that name them lead there.
create table merged_contact (
  service_company_id bigint not null,
  portal_id bigint not null,
  contact_id bigint not null,
  id bigint not null,
  external_id text not null,
  company_name text not null,
  vat_number text,
  fiscal_code text,
  staff_user_id bigint,
  merged_at timestamptz not null,
  primary key (service_company_id, id),
  unique (service_company_id, external_id),
  foreign key (service_company_id, portal_id, contact_id) references contact on delete cascade,
  foreign key (service_company_id, staff_user_id) references staff_user on delete set null (staff_user_id)
);
create index merged_contact_contact on merged_contact (service_company_id, portal_id, contact_id);

-- A program that still writes the record of a merged contact must not make a second one under its name.
create function refuse_merged_external_id() returns trigger language plpgsql as $$
begin
  if exists (select from merged_contact m where m.service_company_id = new.service_company_id and m.external_id = new.external_id) then
    raise exception 'the contact was merged into another one' using errcode = 'unique_violation',
      constraint = 'merged_contact_external_id', table = 'contact';
  end if;
  return new;
end $$;
create trigger merged_external_id before insert or update of external_id on contact
  for each row execute function refuse_merged_external_id();

-- A merge moves evidence with its contact. What is proven is in `body`, which the hashes cover, and stays as it is.
create or replace function refuse_change_of_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('portico.removing_service_company', true) = old.service_company_id::text then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('portico.merging_contact', true) = old.contact_id::text
    and (to_jsonb(old) - 'contact_id') = (to_jsonb(new) - 'contact_id') then
    return new;
  end if;
  raise exception 'evidence is append-only' using errcode = 'restrict_violation';
end $$;

-- An activity that only moves to another contact holds the same time: to hold it anew could fail where two overlap from long ago.
create or replace function hold_activities() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from staff_hold h using before_rows b, after_rows a
      where h.service_company_id = b.service_company_id and h.source = 'activity' and h.source_id = b.id
        and a.service_company_id = b.service_company_id and a.id = b.id
        and (a.staff_user_id, a.starts_at, a.ends_at, a.appointment_id, a.status)
          is distinct from (b.staff_user_id, b.starts_at, b.ends_at, b.appointment_id, b.status);
    insert into staff_hold (service_company_id, source, source_id, staff_user_id, during)
      select a.service_company_id, 'activity', a.id, a.staff_user_id, tstzrange(a.starts_at, a.ends_at)
      from after_rows a join before_rows b on b.service_company_id = a.service_company_id and b.id = a.id
      where a.staff_user_id is not null and a.appointment_id is null and a.status is distinct from 'cancelled'
        and (a.staff_user_id, a.starts_at, a.ends_at, a.appointment_id, a.status)
          is distinct from (b.staff_user_id, b.starts_at, b.ends_at, b.appointment_id, b.status);
  elsif tg_op = 'DELETE' then
    delete from staff_hold h using before_rows b
      where h.service_company_id = b.service_company_id and h.source = 'activity' and h.source_id = b.id;
  else
    insert into staff_hold (service_company_id, source, source_id, staff_user_id, during)
      select service_company_id, 'activity', id, staff_user_id, tstzrange(starts_at, ends_at) from after_rows
      where staff_user_id is not null and appointment_id is null and status is distinct from 'cancelled';
  end if;
  return null;
end $$;
