-- The keys that a portal had, the latest last: pages under them redirect to it, and no other company may take them. Twenty, so that nobody can
-- take hold of any number of names by renaming a portal again and again.
alter table portal add column former_keys text[] not null default '{}';
update portal set former_keys = array[former_key] where former_key is not null;
alter table portal drop column former_key;

create function keep_former_key() returns trigger language plpgsql as $$
declare
  others text[] := array_remove(array_remove(old.former_keys, old.web_portal_key), new.web_portal_key);
begin
  new.former_keys := others[greatest(1, cardinality(others) - 18):] || old.web_portal_key;
  return new;
end $$;
create trigger former_keys before update of web_portal_key on portal for each row
  when (old.web_portal_key <> new.web_portal_key) execute function keep_former_key();
