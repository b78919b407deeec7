-- Every record can be named and read back. `external_id` is the company's own key for it, or, until the company gives one, a
-- UUID of version 7, whose text sorts by time. `changed_at` is when the transaction that last changed it began: lists for the
-- company are read in its order.

create function new_external_id() returns text language sql volatile parallel safe
  return encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid::text;

create function set_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

alter table notification add external_id text, add unique (service_company_id, external_id);

do $$
declare
  kind text;
begin
  foreach kind in array array['portal', 'staff_group', 'staff_user', 'contact', 'web_user', 'membership', 'confirmation',
    'notification', 'task_type', 'task_step', 'wiki_folder', 'wiki_element', 'wiki_property', 'ticket', 'comment',
    'bookable_service', 'booking_invitation', 'appointment', 'planned_activity', 'tag', 'activity_contract',
    'service_contract', 'service_contract_document', 'contract_package', 'contract_activity', 'document', 'public_file',
    'invoice', 'estimate', 'activity_report', 'recurring_advance', 'signing_document']
  loop
    -- A name alone takes nobody's time: the triggers that keep `staff_hold` have nothing to do.
    execute format('alter table %I disable trigger user', kind);
    execute format('update %I set external_id = new_external_id() where external_id is null', kind);
    execute format('alter table %I enable trigger user', kind);
    execute format('alter table %I alter external_id set default new_external_id(), alter external_id set not null,
      add changed_at timestamptz not null default now()', kind);
    execute format('create index %I on %I (service_company_id, changed_at, id)', kind || '_changed', kind);
    execute format('create trigger changed before update on %I for each row when (old.* is distinct from new.*)
      execute function set_changed_at()', kind);
  end loop;
end $$;

-- The counter of tickets is no change of the company.
update service_company set external_id = new_external_id() where external_id is null;
alter table service_company
  alter external_id set default new_external_id(),
  alter external_id set not null,
  add changed_at timestamptz not null default now();
create trigger changed before update on service_company for each row
  when ((old.external_id, old.name) is distinct from (new.external_id, new.name)) execute function set_changed_at();
